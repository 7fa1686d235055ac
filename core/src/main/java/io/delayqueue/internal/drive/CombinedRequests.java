package io.delayqueue.internal.drive;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Combines the requests of many threads for an action: one thread at a time performs it, and again for requests that come meanwhile. */
public final class CombinedRequests {

    private final IntConsumer action;

    /** Requests that the action has not handled. */
    private final AtomicInteger requests = new AtomicInteger();

    /**
     * Creates it without a request.
     *
     * @param action handles some requests, of which it receives the number
     */
    public CombinedRequests(IntConsumer action) {
        this.action = action;
    }

    /**
     * Requests the action.
     *
     * @param executor performs it, unless a thread already does; if it throws an exception, the request has no effect
     */
    public void add(Executor executor) {
        if (requests.getAndIncrement() != 0) {
            return;
        }
        boolean taken = false;
        try {
            executor.execute(this::perform);
            taken = true;
        } finally {
            if (!taken) {
                requests.set(0);
            }
        }
    }

    private void perform() {
        int seen = 1;
        try {
            while (seen != 0) {
                action.accept(seen);
                seen = requests.addAndGet(-seen);
            }
        } finally {
            if (seen != 0) {
                requests.set(0);
            }
        }
    }
}
