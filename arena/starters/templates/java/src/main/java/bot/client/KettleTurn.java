package bot.client;

import java.time.Duration;
import java.util.List;

/** A decision in Kupferkessel. */
public final class KettleTurn extends Turn {
    private final KettleTable table;
    private final List<KettleAction> legal;

    KettleTurn(
            Match match, int step, Duration budget, KettleTable table, List<KettleAction> legal) {
        super(match, step, budget);
        this.table = table;
        this.legal = legal;
    }

    public KettleTable table() {
        return table;
    }

    @Override
    public List<KettleAction> legal() {
        return legal;
    }
}
