package io.delayqueue.demo.delivery;

/** Creates package-private instances, for tests without an application. */
public final class DeliveryLogs {

    private DeliveryLogs() {}

    public static DeliveryLog create(Tally tally) {
        return new DeliveryLog(tally, event -> {});
    }
}
