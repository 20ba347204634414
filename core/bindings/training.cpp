#include "bindings/training.hpp"

#include <memory>
#include <new>
#include <tuple>
#include <vector>

#include <nanobind/stl/tuple.h>

#include "bindings/binding.hpp"
#include "search/search.hpp"
#include "training/network_fit.hpp"
#include "training/selfplay.hpp"

namespace crownhead::bindings {

namespace {

using training::NetworkFit;
using training::Played;
using training::Selfplay;

constexpr std::size_t megabytes = 1;  // of a game's transposition table

// Who plays, with a table of his own.
struct Seat {
  explicit Seat(const Weights* weights) : search(std::make_unique<Search>(megabytes)) {
    player.search = search.get();
    player.weights = weights;
    if (!search->usable()) throw std::bad_alloc();
  }
  std::unique_ptr<Search> search;
  training::Player player;
};

Selfplay checked(const RulesetRef& ruleset, std::uint64_t seed, std::uint64_t nodes,
                 int opening_low, int opening_high, int repetition, int most_plies,
                 const EndgameProbe* endgames) {
  if (nodes < 1 || opening_low < 0 || opening_high < opening_low || opening_high > 100 ||
      most_plies < 1 || most_plies > 10'000)
    throw nb::value_error("self-play: a number is out of range");
  Selfplay settings;
  settings.ruleset = &*ruleset;
  settings.seed = seed;
  settings.nodes = nodes;
  settings.opening_low = opening_low;
  settings.opening_high = opening_high;
  settings.repetition = repetition;
  settings.most_plies = most_plies;
  settings.endgames = endgames;
  return settings;
}

void check(const Weights* weights, const RulesetRef& ruleset) {
  if (weights && weights->board() != ruleset->rules.board)
    throw nb::value_error("these weights are of another board");
}

nb::bytes selfplay(const RulesetRef& ruleset, std::uint64_t seed, std::uint64_t first, int games,
                   std::uint64_t nodes, const Weights* weights, int opening_low, int opening_high,
                   int repetition, int most_plies, const EndgameProbe* endgames) {
  const Selfplay settings =
      checked(ruleset, seed, nodes, opening_low, opening_high, repetition, most_plies, endgames);
  check(weights, ruleset);
  std::vector<std::uint8_t> bytes;
  {
    const nb::gil_scoped_release released;
    const Seat seat(weights);
    Played played;
    for (int n = 0; n < games; ++n)
      if (play_game(settings, seat.player, seat.player, first + static_cast<std::uint64_t>(n),
                    played))
        played.write(bytes);
  }
  return nb::bytes(bytes.data(), bytes.size());
}

std::vector<int> match(const RulesetRef& ruleset, const Weights* one, const Weights* other,
                       std::uint64_t seed, std::uint64_t first, int pairs, std::uint64_t nodes,
                       int opening_low, int opening_high, int repetition, int most_plies,
                       const EndgameProbe* endgames) {
  const Selfplay settings =
      checked(ruleset, seed, nodes, opening_low, opening_high, repetition, most_plies, endgames);
  check(one, ruleset);
  check(other, ruleset);
  std::vector<int> counts(5);
  const nb::gil_scoped_release released;
  const Seat seat(one), opposite(other);
  for (int n = 0; n < pairs; ++n) {
    const int points =
        play_pair(settings, seat.player, opposite.player, first + static_cast<std::uint64_t>(n));
    if (points >= 0) ++counts[static_cast<std::size_t>(points)];
  }
  return counts;
}

double mean(const training::Loss& loss) {
  return loss.samples ? loss.sum / static_cast<double>(loss.samples) : 0;
}

}  // namespace

void bind_training(nb::module_& m) {
  m.def("selfplay", &selfplay, "ruleset"_a, nb::kw_only(), "seed"_a, "first"_a, "games"_a,
        "nodes"_a, "weights"_a = nb::none(), "opening_low"_a = 6, "opening_high"_a = 8,
        "repetition"_a = 3, "most_plies"_a = 400, "endgames"_a = nb::none(),
        "Play the games of these numbers against itself; return them as core/training/played.hpp "
        "says.");
  m.def("match", &match, "ruleset"_a, "one"_a.none(), "other"_a.none(), nb::kw_only(), "seed"_a,
        "first"_a, "pairs"_a, "nodes"_a, "opening_low"_a = 6, "opening_high"_a = 8,
        "repetition"_a = 3, "most_plies"_a = 400, "endgames"_a = nb::none(),
        "Play pairs of games between two evaluations, sides changed; return how many gave `one` 0, "
        "1/2, 1, 3/2 and 2 points.");
  m.def(
      "weights_file",
      [](const RulesetRef& ruleset, nb::bytes payload) {
        const auto* bytes = reinterpret_cast<const std::uint8_t*>(payload.c_str());
        const std::vector<std::uint8_t> file =
            weights_file(ruleset->rules.board, bytes, payload.size());
        return nb::bytes(file.data(), file.size());
      },
      "ruleset"_a, "payload"_a, "Put the header of a file of weights before its payload.");
  nb::class_<NetworkFit>(m, "NetworkFit", "A network that learns from games.")
      .def(
          "__init__",
          [](NetworkFit* self, const RulesetRef& ruleset, std::uint64_t seed, const Weights* start,
             double unit) {
            check(start, ruleset);
            if (!(unit > 0)) throw nb::value_error("the unit is no positive number");
            new (self) NetworkFit(*ruleset, seed);
            if (start) self->start(start->payload(), unit);
          },
          "ruleset"_a, nb::kw_only(), "seed"_a, "start"_a = nb::none(), "unit"_a = 1.0,
          nb::keep_alive<1, 2>(),
          "Begin with weights at random, or with those of a network whose payload was written with "
          "this `unit`.")
      .def(
          "add",
          [](NetworkFit& self, nb::bytes games, std::uint64_t first) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(games.c_str());
            const std::size_t length = games.size();
            const nb::gil_scoped_release released;
            return self.add(bytes, length, first);
          },
          "games"_a, "first"_a,
          "Take in games, numbered from `first`; False where the bytes hold no games of these "
          "rules.")
      .def(
          "epoch",
          [](NetworkFit& self, std::tuple<float, float> rates, std::size_t batch,
             double result_share, double score_unit, std::uint64_t seed, int threads) {
            if (batch < 1) throw nb::value_error("a batch has at least one sample");
            const nb::gil_scoped_release released;
            const auto [from, to] = rates;
            return mean(self.epoch({from, to, batch, {result_share, score_unit}, seed, threads}));
          },
          nb::kw_only(), "rates"_a, "batch"_a, "result_share"_a, "score_unit"_a, "seed"_a,
          "threads"_a = 1, "Go through all samples once; return their mean loss.")
      .def(
          "held_out",
          [](const NetworkFit& self, double result_share, double score_unit) {
            const nb::gil_scoped_release released;
            return mean(self.held_out({result_share, score_unit}));
          },
          nb::kw_only(), "result_share"_a, "score_unit"_a,
          "Return the mean loss on the games kept back.")
      .def("slope", &NetworkFit::slope, nb::call_guard<nb::gil_scoped_release>(),
           "Return the log-odds that a hundredth of a man of the search's score is worth.")
      .def(
          "state",
          [](const NetworkFit& self) {
            const std::vector<std::uint8_t> bytes = self.state();
            return nb::bytes(bytes.data(), bytes.size());
          },
          "Return all that passes change: weights, moments and the number of steps.")
      .def(
          "restore",
          [](NetworkFit& self, nb::bytes state, const std::vector<std::uint64_t>& seeds) {
            const auto* bytes = reinterpret_cast<const std::uint8_t*>(state.c_str());
            const std::size_t length = state.size();
            const nb::gil_scoped_release released;
            return self.restore(bytes, length, seeds);
          },
          "state"_a, "seeds"_a,
          "Go on from the `state` after passes of these seeds, once all games are taken in; False "
          "where it is none of a network of this size.")
      .def(
          "payload",
          [](const NetworkFit& self, double unit) {
            const std::vector<std::uint8_t> bytes = self.payload(unit);
            return nb::bytes(bytes.data(), bytes.size());
          },
          nb::kw_only(), "unit"_a,
          "Return the payload of a file of weights, see core/search/eval/network_file.hpp; empty "
          "where the weights are too large for it.")
      .def_prop_ro("games", &NetworkFit::games)
      .def_prop_ro("samples", &NetworkFit::samples)
      .def_prop_ro("held_out_samples", &NetworkFit::held_out_samples);
}

}  // namespace crownhead::bindings
