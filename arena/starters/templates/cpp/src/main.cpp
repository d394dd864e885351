// The bot: random, with one idea for each game. choose is the function to edit.

#include <algorithm>
#include <iostream>

#include "client.hpp"

namespace {

// Kupferkessel: take what you have most of; single cards cost, three of a kind pay.
int collect(const arena::KettleTable& table, const arena::Action& action) {
  const auto& kettle = table.me().kettle;
  const auto held = std::count_if(kettle.begin(), kettle.end(), [&](const arena::Card& card) {
    return card.ingredient == action.card->ingredient;
  });
  return held == 0 ? -action.card->value : 10 * static_cast<int>(held);
}

// 1 for a tile that a canoe of ours takes, or for a canoe; otherwise -1.
int wanted(const arena::TrapperTable& table, const arena::Tile& tile) {
  const auto& canoes = table.me().canoes;
  const bool takes = std::any_of(canoes.begin(), canoes.end(), [&](const arena::Canoe& canoe) {
    return canoe.takes(tile);
  });
  return takes || tile.kind == "canoe" ? 1 : -1;
}

// Trapper: take what goes into a canoe, pay little, and never leave the match.
int fit(const arena::TrapperTable& table, const arena::Action& action) {
  if (action.kind == "take" || action.kind == "catch") {
    return 10 * wanted(table, *action.tile) - action.cards;
  }
  if (action.kind == "exchange" || action.kind == "join") return 1;
  if (action.kind == "open" || action.kind == "raise") return action.number <= 2 ? 1 : -1;
  if (action.kind == "pay") return -action.cards;
  if (action.kind == "retire") return -100;
  return 0;
}

// One of the legal actions of this turn, by its place in turn.legal.
std::size_t choose(arena::Turn& turn) {
  std::vector<std::size_t> ties;
  int best = 0;
  for (std::size_t index = 0; index < turn.legal.size(); ++index) {
    const auto& action = turn.legal[index];
    const int worth = turn.kettle ? collect(*turn.kettle, action) : fit(*turn.trapper, action);
    if (ties.empty() || worth > best) {
      best = worth;
      ties.clear();
    }
    if (worth == best) ties.push_back(index);
  }
  turn.note(std::to_string(ties.size()) + " of " + std::to_string(turn.legal.size()) +
            " actions look best");
  return ties[turn.match.random() % ties.size()];
}

}  // namespace

int main() {
  try {
    arena::play(choose, "@NAME@", 16);
  } catch (const std::exception& error) {
    std::cerr << error.what() << '\n';
    return 1;
  }
}
