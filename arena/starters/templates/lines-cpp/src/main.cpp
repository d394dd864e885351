// The bot: random, with one idea for each game. choose is the function to edit.

#include <algorithm>
#include <iostream>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "json.hpp"

namespace {

// Whether it is a canoe, or one of ours takes it.
bool wanted(const json::Value& me, const json::Value& tile) {
  const auto& kind = tile["kind"].text();
  if (kind == "canoe") return true;
  const auto& canoes = me["canoes"].items();
  return std::any_of(canoes.begin(), canoes.end(), [&](const json::Value& canoe) {
    if (kind == "animal") return canoe["tile"]["species"].text() == tile["species"].text();
    const auto& load = canoe["load"].items();
    return std::none_of(load.begin(), load.end(),
                        [&](const json::Value& one) { return one["kind"].text() == kind; });
  });
}

// How many cards an action pays.
double paid(const json::Value& action) {
  double sum = 0;
  for (const auto& [colour, count] : action["cards"].members()) sum += count.number();
  return sum;
}

// Kupferkessel: take what you have most of; single cards cost, three of a kind pay.
double collect(const json::Value& me, const json::Value& action) {
  const auto& kettle = me["kettle"].items();
  const auto& card = action["card"];
  const auto held = std::count_if(kettle.begin(), kettle.end(), [&](const json::Value& one) {
    return one["ingredient"].text() == card["ingredient"].text();
  });
  return held == 0 ? -card["value"].number() : 10.0 * static_cast<double>(held);
}

// Trapper: take what goes into a canoe, pay little, and never leave the match.
double fit(const json::Value& me, const json::Value& action) {
  const auto& kind = action["kind"].text();
  if (kind == "take" || kind == "catch") {
    return (wanted(me, action["tile"]) ? 10 : -10) - paid(action);
  }
  if (kind == "exchange" || kind == "join") return 1;
  if (kind == "open" || kind == "raise") return action["number"].number() <= 2 ? 1 : -1;
  if (kind == "pay") return -paid(action);
  if (kind == "retire") return -100;
  return 0;
}

struct Match {
  json::Value told;
  std::mt19937_64 chance;
};

// The index of one of the turn's actions; the match has what the start told.
std::size_t choose(Match& match, const json::Value& turn) {
  const auto& me = turn["table"]["players"].items().at(match.told["seat"].index());
  const bool kettle = match.told["game"].text() == "kupferkessel";
  std::vector<std::size_t> ties;
  double best = 0;
  const auto& actions = turn["actions"].items();
  for (std::size_t index = 0; index < actions.size(); ++index) {
    const double worth = kettle ? collect(me, actions[index]) : fit(me, actions[index]);
    if (ties.empty() || worth > best) {
      best = worth;
      ties.clear();
    }
    if (worth == best) ties.push_back(index);
  }
  return ties[match.chance() % ties.size()];
}

}  // namespace

int main() {
  // Each line that asks is answered by one line; several matches may be open at once.
  std::map<std::size_t, Match> matches;
  for (std::string line; std::getline(std::cin, line);) {
    auto told = json::parse(line);
    const auto number = told["match"].index();
    const auto type = told["type"].text();
    if (type == "start") {
      // The same seed, the same match: so it can be played again.
      const auto seed = told["seed"].index();
      matches[number] = Match{std::move(told), std::mt19937_64(seed)};
    } else if (type == "act") {
      const auto action = choose(matches.at(number), told);
      std::cout << "{\"match\":" << number << ",\"action\":" << action << ",\"note\":\"one of "
                << told["count"].index() << " actions\"}" << std::endl;
    } else if (type == "end") {
      matches.erase(number);
    }
  }
}
