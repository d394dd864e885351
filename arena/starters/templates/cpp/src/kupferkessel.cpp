#include "kupferkessel.hpp"

#include "client.hpp"
#include "referee/v1/kupferkessel.pb.h"

namespace arena {
namespace {

const std::string kSymbols[] = {"", "hat", "explosion"};

}  // namespace

KettleTable::KettleTable(const referee::v1::KupferkesselComponents& parts, int seat)
    : seat_(seat), recipe_keys_(parts.recipe_key().begin(), parts.recipe_key().end()) {
  for (int card = 0; card < parts.card_ingredient_size(); ++card) {
    const int ingredient = parts.card_ingredient(card);
    cards.push_back({parts.ingredient_key(ingredient), parts.ingredient_colour(ingredient),
                     static_cast<int>(parts.card_value(card)), kSymbols[parts.card_action(card)]});
  }
  for (const auto& colour : parts.seat_colour()) players.push_back({colour, 0, {}});
}

std::vector<Action> KettleTable::hear(const referee::v1::KupferkesselPosition& position) {
  const auto& events = position.events();
  const auto& seen = position.observation();
  for (int i = 0; i < events.kind_size(); ++i) {
    auto& kettle = players[events.seat(i)].kettle;
    switch (events.kind(i)) {
      case referee::v1::KUPFERKESSEL_EVENT_KIND_START_CARD:
      case referee::v1::KUPFERKESSEL_EVENT_KIND_TAKEN:
      case referee::v1::KUPFERKESSEL_EVENT_KIND_LAST_KEPT:
        kettle.push_back(cards[events.card(i)]);
        break;
      case referee::v1::KUPFERKESSEL_EVENT_KIND_EXPLODED:
      case referee::v1::KUPFERKESSEL_EVENT_KIND_EXPLODED_OUT:
        kettle.pop_back();
        break;
      default:
        break;  // what else happens lies open on the table
    }
  }
  square.clear();
  for (const int card : seen.grid()) square.push_back(card < 0 ? nullptr : &cards[card]);
  recipes.clear();
  for (const auto recipe : seen.recipes()) recipes.push_back(recipe_keys_[recipe]);
  pile = seen.pile();
  for (int seat = 0; seat < seen.pawns_size(); ++seat) players[seat].space = seen.pawns(seat);

  const auto& told = position.actions();
  std::vector<Action> actions(told.id_size());
  for (int i = 0; i < told.id_size(); ++i) {
    actions[i].kind = "take";
    actions[i].cell = told.cell(i);
    actions[i].card = square[told.cell(i)];
    actions[i].declines = told.choice(i) == 1;
  }
  return actions;
}

}  // namespace arena
