package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.workload.Surroundings;
import io.delayqueue.benchmarks.workload.Trial;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Has the contenders take turns in each trial. */
final class Comparison {

    private final List<Contender> contenders;

    private final int rounds;

    Comparison(List<Contender> contenders, int rounds) {
        this.contenders = contenders;
        this.rounds = rounds;
    }

    void run(Trial trial, Surroundings surroundings) {
        surroundings.server().clear();
        List<Contender> able = new ArrayList<>();
        for (Contender contender : contenders) {
            if (trial.isFor(contender) && prepare(trial, contender, surroundings)) {
                able.add(contender);
            }
        }
        if (!able.isEmpty()) {
            surroundings.results().announce(trial.metrics());
        }
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : inTurn(able, round)) {
                surroundings
                        .progress()
                        .accept(String.format("%s: %s, round %d of %d", trial.name(), contender.name(), round, rounds));
                run(trial, contender, surroundings);
            }
        }
        surroundings.server().clear();
    }

    /** Each is the first one now and then: the next ones find a warmer or a more tired machine. */
    private static List<Contender> inTurn(List<Contender> able, int round) {
        List<Contender> turn = new ArrayList<>(able);
        Collections.rotate(turn, 1 - round);
        return turn;
    }

    private static boolean prepare(Trial trial, Contender contender, Surroundings surroundings) {
        try {
            trial.prepare(contender, surroundings);
            return true;
        } catch (Exception | OutOfMemoryError e) {
            failed(trial, contender, surroundings, e);
            return false;
        }
    }

    private static void run(Trial trial, Contender contender, Surroundings surroundings) {
        try {
            if (!surroundings.server().awaitAlone()) {
                surroundings.progress().accept(trial.name() + ": somebody else is still connected to the server");
            }
            System.gc();
            trial.round(contender, surroundings);
        } catch (Exception | OutOfMemoryError e) {
            failed(trial, contender, surroundings, e);
        }
    }

    private static void failed(Trial trial, Contender contender, Surroundings surroundings, Throwable e) {
        String reason = e.getMessage() == null ? e.toString() : e.getMessage();
        surroundings.progress().accept(trial.name() + ": " + contender.name() + " failed: " + reason);
        trial.metrics().forEach(metric -> surroundings.results().failed(metric, contender.name(), reason));
    }
}
