package bot;

import bot.client.Action;
import bot.client.KettleAction;
import bot.client.KettleTable;
import bot.client.KettleTurn;
import bot.client.Stream;
import bot.client.Tile;
import bot.client.TrapperAction;
import bot.client.TrapperTable;
import bot.client.TrapperTurn;
import bot.client.Turn;
import java.util.ArrayList;
import java.util.List;

/** The bot: random, with one idea for each game. {@code choose} is the method to edit. */
public final class MyBot {
    private MyBot() {}

    /** One of the legal actions of this turn. */
    static Action choose(Turn turn) {
        List<Action> ties = new ArrayList<>();
        int best = Integer.MIN_VALUE;
        for (Action action : turn.legal()) {
            int worth = worth(turn, action);
            if (worth > best) {
                best = worth;
                ties.clear();
            }
            if (worth == best) {
                ties.add(action);
            }
        }
        turn.note(ties.size() + " of " + turn.legal().size() + " actions look best");
        return ties.get(turn.match().random().nextInt(ties.size()));
    }

    private static int worth(Turn turn, Action action) {
        if (turn instanceof KettleTurn kettle) {
            return collect(kettle.table(), (KettleAction) action);
        }
        return fit(((TrapperTurn) turn).table(), (TrapperAction) action);
    }

    /** Kupferkessel: take what you have most of; single cards cost, three of a kind pay. */
    private static int collect(KettleTable table, KettleAction action) {
        String wanted = action.card().ingredient();
        long held =
                table.me().kettle().stream().filter(c -> c.ingredient().equals(wanted)).count();
        return held == 0 ? -action.card().value() : 10 * (int) held;
    }

    /** Trapper: take what goes into a canoe, pay little, and never leave the match. */
    private static int fit(TrapperTable table, TrapperAction action) {
        return switch (action.kind()) {
            case TAKE, CATCH -> 10 * wanted(table, action.tile()) - action.cards();
            case EXCHANGE, JOIN -> 1;
            case OPEN, RAISE -> action.number() <= 2 ? 1 : -1;
            case PAY -> -action.cards();
            case RETIRE -> -100;
            case END, PASS, DROP -> 0;
        };
    }

    /** 1 for a tile that a canoe of ours takes, or for a canoe; otherwise -1. */
    private static int wanted(TrapperTable table, Tile tile) {
        boolean takes = table.me().canoes().stream().anyMatch(canoe -> canoe.takes(tile));
        return takes || tile.kind() == Tile.Kind.CANOE ? 1 : -1;
    }

    public static void main(String[] args) {
        try {
            Stream.play(MyBot::choose, "@NAME@", 16);
        } catch (Stream.Broken broken) {
            System.err.println(broken.getMessage());
            System.exit(1);
        }
    }
}
