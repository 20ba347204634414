// Ends with 0 where the processor has the instructions of x86-64-v3.
#include "rules/instructions.hpp"

int main() {
  return crownhead::has_v3() ? 0 : 1;
}
