package bot.client;

import arena.referee.v1.ActRequest;
import arena.referee.v1.Answer;
import arena.referee.v1.Hello;
import arena.referee.v1.MatchEnd;
import arena.referee.v1.MatchStart;
import arena.referee.v1.PlayRequest;
import arena.referee.v1.PlayResponse;
import arena.referee.v1.Ready;
import arena.referee.v1.RefereeServiceGrpc;
import arena.referee.v1.Setting;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.stub.StreamObserver;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The one stream to the referee, on which any number of matches are played. */
public final class Stream implements StreamObserver<PlayResponse> {
    /** The stream is over before it should be. */
    public static final class Broken extends Exception {
        private static final long serialVersionUID = 1;

        Broken(String text) {
            super(text);
        }
    }

    /** A match that is being played; one of the tables is null. */
    private record Open(Match match, KettleTable kettle, TrapperTable trapper) {}

    private final Function<Turn, Action> choose;
    private final Map<String, String> settings = new HashMap<>();
    private final Map<Integer, Open> open = new HashMap<>();
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private StreamObserver<PlayRequest> says;

    private Stream(Function<Turn, Action> choose) {
        this.choose = choose;
    }

    /** Play every match the referee offers, until it ends the stream. */
    public static void play(Function<Turn, Action> choose, String name, int matchesAtOnce)
            throws Broken {
        String address = System.getenv("ARENA_ADDRESS");
        String token = System.getenv("ARENA_TOKEN");
        if (address == null || token == null) {
            throw new Broken(
                    "The arena starts this bot and tells it where to connect: arena match . random");
        }
        ManagedChannel channel =
                Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
                        .directExecutor()
                        .build();
        try {
            Stream stream = new Stream(choose);
            stream.says = RefereeServiceGrpc.newStub(channel).play(stream);
            stream.says.onNext(
                    PlayRequest.newBuilder()
                            .setHello(
                                    Hello.newBuilder()
                                            .setToken(token)
                                            .setName(name)
                                            .setMatchesAtOnce(matchesAtOnce))
                            .build());
            stream.over.get();
        } catch (ExecutionException broken) {
            broken.getCause().printStackTrace();
            throw new Broken("The stream to the referee broke: " + broken.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            channel.shutdownNow();
        }
    }

    @Override
    public void onNext(PlayResponse message) {
        try {
            PlayRequest answer = reply(message);
            if (answer.getReadiesCount() + answer.getAnswersCount() > 0) {
                says.onNext(answer);
            }
        } catch (RuntimeException error) {
            over.completeExceptionally(error);
        }
    }

    @Override
    public void onError(Throwable error) {
        over.completeExceptionally(error);
    }

    @Override
    public void onCompleted() {
        says.onCompleted();
        over.complete(null);
    }

    /** What is to be said to a message; starts, requests and ends are read in this order. */
    private PlayRequest reply(PlayResponse message) {
        settings.putAll(pairs(message.getWelcome().getSettingsList()));
        PlayRequest.Builder answer = PlayRequest.newBuilder();
        for (MatchStart start : message.getStartsList()) {
            open.put(start.getMatch(), start(start));
            answer.addReadies(Ready.newBuilder().setMatch(start.getMatch()));
        }
        for (ActRequest request : message.getRequestsList()) {
            answer.addAnswers(answer(request));
        }
        for (MatchEnd end : message.getEndsList()) {
            open.remove(end.getMatch());
        }
        return answer.build();
    }

    private Open start(MatchStart start) {
        int seat = start.getSeat();
        Match match =
                new Match(
                        start.getGame(),
                        pairs(start.getOptionsList()),
                        start.getPlayers(),
                        seat,
                        settings,
                        start.getControl().getNodes(),
                        new SplittableRandom(start.getSeed()));
        return switch (start.getComponentsCase()) {
            case KUPFERKESSEL ->
                    new Open(match, new KettleTable(start.getKupferkessel(), seat), null);
            case TRAPPER -> new Open(match, null, new TrapperTable(start.getTrapper(), seat));
            default ->
                    throw new IllegalStateException(
                            "This client knows no game called " + start.getGame());
        };
    }

    private Answer answer(ActRequest request) {
        Turn turn = turn(request);
        Action action = choose.apply(turn);
        Answer.Builder answer =
                Answer.newBuilder()
                        .setMatch(request.getMatch())
                        .setStep(request.getStep())
                        .setAction(action.index())
                        .setNote(turn.remark());
        turn.eval().ifPresent(answer::setEval);
        return answer.build();
    }

    private Turn turn(ActRequest request) {
        Open one = open.get(request.getMatch());
        Duration budget = Duration.of(request.getClock().getBudgetUs(), ChronoUnit.MICROS);
        Set<Integer> givesUp = Set.copyOf(request.getGivesUpList());
        if (one.kettle() != null) {
            one.kettle().hear(request.getKupferkessel());
            List<KettleAction> legal = one.kettle().actions(request.getKupferkessel(), givesUp);
            return new KettleTurn(one.match(), request.getStep(), budget, one.kettle(), legal);
        }
        one.trapper().hear(request.getTrapper());
        List<TrapperAction> legal = one.trapper().actions(request.getTrapper(), givesUp);
        return new TrapperTurn(one.match(), request.getStep(), budget, one.trapper(), legal);
    }

    private static Map<String, String> pairs(List<Setting> settings) {
        return settings.stream().collect(Collectors.toMap(Setting::getName, Setting::getValue));
    }
}
