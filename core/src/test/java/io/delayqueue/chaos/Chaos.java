package io.delayqueue.chaos;

import java.util.Random;

/**
 * How much the disturbance tests do: a little in every build, a lot with {@code -Ddelayqueue.chaos=long}, which the profile
 * {@code chaos} sets. What they choose at random follows {@code -Ddelayqueue.chaos.seed}.
 */
public final class Chaos {

    /** The annotation's value by which the profile finds them. */
    public static final String TAG = "chaos";

    private static final boolean LONG = "long".equals(System.getProperty("delayqueue.chaos"));

    private static final long SEED = Long.getLong("delayqueue.chaos.seed", System.nanoTime() & 0xFFFF_FFFFL);

    private Chaos() {}

    /** This many in every build, that many in the long run. */
    public static int scaled(int inEveryBuild, int inTheLongRun) {
        return LONG ? inTheLongRun : inEveryBuild;
    }

    /** Seed of this run's choices. */
    public static long seed() {
        return SEED;
    }

    /** The choices of one test: the same for the same seed, whatever other tests run. */
    public static Random random(Class<?> test) {
        return new Random(SEED ^ test.getName().hashCode());
    }

    static String scale() {
        return LONG ? "long" : "short";
    }
}
