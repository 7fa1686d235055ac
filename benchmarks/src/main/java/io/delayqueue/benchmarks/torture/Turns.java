package io.delayqueue.benchmarks.torture;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.LongSupplier;

/** Gives turns to the parts until the time is over or a turn has failed. */
public final class Turns {

    private static final long SEEDS = 1L << 32;

    private final Runner runner;

    private final LongSupplier nanoTime;

    /** Runs one turn. */
    @FunctionalInterface
    public interface Runner {

        /**
         * Runs a turn to its end.
         *
         * @param number its number, from 1 on
         * @param part its part
         * @param seed the seed of its random choices
         * @return what came of it
         * @throws Exception if it cannot be run
         */
        Turn run(int number, Part part, long seed) throws Exception;
    }

    /**
     * Creates turns.
     *
     * @param runner runs one
     * @param nanoTime the time
     */
    public Turns(Runner runner, LongSupplier nanoTime) {
        this.runner = runner;
        this.nanoTime = nanoTime;
    }

    /**
     * Runs turns. None begins when the time is over, and none is cut short. A turn that is not good is the last one, so that its
     * reports are not overwritten.
     *
     * @param time the time
     * @param seed the seed of the seeds of the turns
     * @return at least one turn
     * @throws Exception if a turn cannot be run
     */
    public List<Turn> run(Duration time, long seed) throws Exception {
        Random seeds = new Random(seed);
        long began = nanoTime.getAsLong();
        List<Turn> turns = new ArrayList<>();
        do {
            Part part = Part.values()[turns.size() % Part.values().length];
            turns.add(runner.run(turns.size() + 1, part, seeds.nextLong(SEEDS)));
        } while (turns.get(turns.size() - 1).isGood() && nanoTime.getAsLong() - began < time.toNanos());
        return turns;
    }
}
