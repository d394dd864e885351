package bot.client;

import java.time.Duration;
import java.util.List;

/** A decision in Trapper. */
public final class TrapperTurn extends Turn {
    private final TrapperTable table;
    private final List<TrapperAction> legal;

    TrapperTurn(
            Match match,
            int step,
            Duration budget,
            TrapperTable table,
            List<TrapperAction> legal) {
        super(match, step, budget);
        this.table = table;
        this.legal = legal;
    }

    public TrapperTable table() {
        return table;
    }

    @Override
    public List<TrapperAction> legal() {
        return legal;
    }
}
