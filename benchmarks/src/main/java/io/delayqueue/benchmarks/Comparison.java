package io.delayqueue.benchmarks;

import io.delayqueue.benchmarks.contender.Contender;
import io.delayqueue.benchmarks.measure.Results;
import io.delayqueue.benchmarks.workload.Trial;
import io.delayqueue.benchmarks.workload.TrialContext;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Runs the contenders in turns in each trial. */
final class Comparison {

    private final List<Contender> contenders;

    private final int rounds;

    private final boolean warmUp;

    /**
     * Creates a comparison.
     *
     * @param rounds the number of measured rounds of each contender
     * @param warmUp whether a discarded round precedes those of trials that warm up
     */
    Comparison(List<Contender> contenders, int rounds, boolean warmUp) {
        this.contenders = contenders;
        this.rounds = rounds;
        this.warmUp = warmUp;
    }

    void run(Trial trial, TrialContext context) {
        context.server().clear();
        if (contenders.stream().anyMatch(trial::isFor)) {
            context.results().announce(trial.metrics());
        }
        List<Contender> able = new ArrayList<>();
        for (Contender contender : contenders) {
            if (trial.isFor(contender) && prepare(trial, contender, context)) {
                able.add(contender);
            }
        }
        if (warmUp && trial.warmsUp()) {
            // Measured ones decide whether a contender that fails here fails.
            TrialContext discarded = new TrialContext(context.server(), new Results(), context.progress());
            for (Contender contender : able) {
                context.progress().accept(String.format("%s: %s, discarded round", trial.name(), contender.name()));
                run(trial, contender, discarded);
            }
        }
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : inTurn(able, round)) {
                context.progress()
                        .accept(String.format("%s: %s, round %d of %d", trial.name(), contender.name(), round, rounds));
                run(trial, contender, context);
            }
        }
        context.server().clear();
    }

    /** Rotates the order, because the later ones run on a warmer or more loaded machine. */
    private static List<Contender> inTurn(List<Contender> able, int round) {
        List<Contender> turn = new ArrayList<>(able);
        Collections.rotate(turn, 1 - round);
        return turn;
    }

    private static boolean prepare(Trial trial, Contender contender, TrialContext context) {
        try {
            trial.prepare(contender, context);
            return true;
        } catch (Exception | OutOfMemoryError e) {
            failed(trial, contender, context, e);
            return false;
        }
    }

    private static void run(Trial trial, Contender contender, TrialContext context) {
        try {
            if (!context.server().awaitAlone()) {
                context.progress().accept(trial.name() + ": another client is still connected to the server");
            }
            System.gc();
            trial.round(contender, context);
        } catch (Exception | OutOfMemoryError e) {
            failed(trial, contender, context, e);
        }
    }

    private static void failed(Trial trial, Contender contender, TrialContext context, Throwable e) {
        String reason = e.getMessage() == null ? e.toString() : e.getMessage();
        context.progress().accept(trial.name() + ": " + contender.name() + " failed: " + reason);
        trial.metrics().forEach(metric -> context.results().failed(metric, contender.name(), reason));
    }
}
