// What lies between the bot and the arena; main.cpp is the part to edit.
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "kupferkessel.hpp"
#include "trapper.hpp"

namespace arena {

using Settings = std::map<std::string, std::string>;

// A match of this bot; several may be open at once.
struct Match {
  std::string game;
  Settings options;
  int players = 0;
  int seat = 0;
  // The bot's own options, as bot.toml offers them.
  Settings settings;
  // How much the organiser wants to be looked at for one answer; 0 leaves it to the bot.
  unsigned long nodes = 0;
  // Chance that repeats when the match is played again.
  std::mt19937_64 random;
};

// A legal action; what means nothing for it is empty.
struct Action {
  // Whether it leaves the match while it offers more.
  bool gives_up = false;
  // Trapper: take, end, pass, retire, exchange, join, open, raise, drop, pay or catch.
  std::string kind;
  int cell = 0;
  // Kupferkessel: what is taken.
  const Card* card = nullptr;
  // Kupferkessel: whether the symbol is not used, or the last card laid aside.
  bool declines = false;
  // Trapper: what is taken, or what the taken tile is joined with.
  const Tile* tile = nullptr;
  // Trapper: the colour of the trapper.
  std::string trapper;
  // Trapper: a bid, or the number of a species tile.
  int number = 0;
  // Trapper: how many cards are paid.
  int cards = 0;
};

// A decision that is due.
struct Turn {
  Match& match;
  // The table of Kupferkessel; null in other games.
  const KettleTable* kettle;
  // The table of Trapper; null in other games.
  const TrapperTable* trapper;
  int step = 0;
  std::vector<Action> legal;
  // The longest this answer may take.
  std::chrono::microseconds budget{};
  // The result this seat expects, from 0 to 1, for the record.
  std::optional<double> eval;
  std::string remarks;

  // Keeps a remark in the record of this step; `arena logs` shows it.
  void note(const std::string& text) { remarks += (remarks.empty() ? "" : "\n") + text; }
};

// Tells the place of an action in the turn's list.
using Choose = std::function<std::size_t(Turn&)>;

// Plays every match the referee offers, until it ends the stream.
void play(const Choose& choose, const std::string& name, unsigned matches_at_once);

}  // namespace arena
