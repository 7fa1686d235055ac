package io.delayqueue.internal.step;

/** The name in leases of an engine that is stepped: another one after each crash. */
public final class SteppedInstance {

    private final String engine;

    private volatile int crashes;

    public SteppedInstance(String engine) {
        this.engine = engine;
    }

    String name() {
        return crashes == 0 ? engine : engine + "-" + crashes;
    }

    void crashed() {
        crashes++;
    }
}
