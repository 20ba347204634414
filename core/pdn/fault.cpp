#include "pdn/fault.hpp"

namespace crownhead::pdn {

const char* name(Code code) {
  switch (code) {
#define CROWNHEAD_PDN_FAULT(code, weight) \
  case Code::code:                        \
    return #code;
    CROWNHEAD_PDN_FAULTS(CROWNHEAD_PDN_FAULT)
#undef CROWNHEAD_PDN_FAULT
  }
  return "";
}

Weight weight(Code code) {
  switch (code) {
#define CROWNHEAD_PDN_FAULT(code, weight) \
  case Code::code:                        \
    return Weight::weight;
    CROWNHEAD_PDN_FAULTS(CROWNHEAD_PDN_FAULT)
#undef CROWNHEAD_PDN_FAULT
  }
  return Weight::error;
}

}  // namespace crownhead::pdn
