package io.delayqueue.benchmarks.contender;

import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Keeps arrived tasks. */
final class Inbox implements Arrivals {

    private final Queue<String> payloads = new ConcurrentLinkedQueue<>();

    private final Queue<String> early = new ConcurrentLinkedQueue<>();

    @Override
    public void arrived(String payload) {
        if (System.currentTimeMillis() < Items.dueAt(payload)) {
            early.add(payload);
        }
        payloads.add(payload);
    }

    Collection<String> payloads() {
        return List.copyOf(payloads);
    }

    /** Tasks that arrived before their due time. */
    Collection<String> early() {
        return List.copyOf(early);
    }
}
