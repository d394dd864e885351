package bot.client;

import arena.referee.v1.KupferkesselComponents;
import arena.referee.v1.KupferkesselEvents;
import arena.referee.v1.KupferkesselPosition;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** The table of Kupferkessel; it lives as long as the match and forgets nothing. */
public final class KettleTable {
    private static final List<String> SYMBOLS = List.of("", "hat", "explosion");

    /** A seat, with all that went into its kettle and is still there. */
    public static final class Player {
        private final String colour;
        private final List<Card> kettle = new ArrayList<>();
        private int space;

        Player(String colour) {
            this.colour = colour;
        }

        public String colour() {
            return colour;
        }

        public List<Card> kettle() {
            return kettle;
        }

        public int space() {
            return space;
        }
    }

    private final int seat;
    private final List<Card> cards;
    private final List<String> recipeKeys;
    private final List<Player> players;
    private List<Card> square = List.of();
    private List<String> recipes = List.of();
    private int pile;

    KettleTable(KupferkesselComponents parts, int seat) {
        this.seat = seat;
        recipeKeys = parts.getRecipeKeyList();
        players = parts.getSeatColourList().stream().map(Player::new).toList();
        cards =
                IntStream.range(0, parts.getCardIngredientCount())
                        .mapToObj(card -> card(parts, card))
                        .toList();
    }

    private static Card card(KupferkesselComponents parts, int card) {
        int ingredient = parts.getCardIngredient(card);
        return new Card(
                parts.getIngredientKey(ingredient),
                parts.getIngredientColour(ingredient),
                parts.getCardValue(card),
                SYMBOLS.get(parts.getCardAction(card)));
    }

    public List<Player> players() {
        return players;
    }

    /** The own seat. */
    public Player me() {
        return players.get(seat);
    }

    /** What lies in each cell, row by row; null for a gap. */
    public List<Card> square() {
        return square;
    }

    public List<String> recipes() {
        return recipes;
    }

    public int pile() {
        return pile;
    }

    /** Take in what a request tells. */
    void hear(KupferkesselPosition position) {
        KupferkesselEvents events = position.getEvents();
        for (int i = 0; i < events.getKindCount(); i++) {
            List<Card> kettle = players.get(events.getSeat(i)).kettle;
            switch (events.getKind(i)) {
                case KUPFERKESSEL_EVENT_KIND_START_CARD,
                        KUPFERKESSEL_EVENT_KIND_TAKEN,
                        KUPFERKESSEL_EVENT_KIND_LAST_KEPT ->
                        kettle.add(cards.get(events.getCard(i)));
                case KUPFERKESSEL_EVENT_KIND_EXPLODED, KUPFERKESSEL_EVENT_KIND_EXPLODED_OUT ->
                        kettle.remove(kettle.size() - 1);
                default -> {
                    // what else happens lies open on the table
                }
            }
        }
        var seen = position.getObservation();
        List<Card> lying = new ArrayList<>();
        seen.getGridList().forEach(card -> lying.add(card < 0 ? null : cards.get(card)));
        square = lying;
        recipes = seen.getRecipesList().stream().map(recipeKeys::get).toList();
        pile = seen.getPile();
        for (int i = 0; i < players.size(); i++) {
            players.get(i).space = seen.getPawns(i);
        }
    }

    List<KettleAction> actions(KupferkesselPosition position, Set<Integer> givesUp) {
        var told = position.getActions();
        return IntStream.range(0, told.getIdCount())
                .mapToObj(
                        i ->
                                new KettleAction(
                                        i,
                                        givesUp.contains(i),
                                        told.getCell(i),
                                        square.get(told.getCell(i)),
                                        told.getChoice(i) == 1))
                .toList();
    }
}
