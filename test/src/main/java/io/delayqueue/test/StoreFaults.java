package io.delayqueue.test;

import io.delayqueue.TaskStoreUnavailableException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Which calls of a queue's store are to fail. Thread-safe. */
final class StoreFaults {

    /** How a call fails. */
    enum Fault {
        /** Nothing happens. */
        REQUEST_LOST,
        /** It happens, and nobody learns of it. */
        REPLY_LOST
    }

    private final Map<StoreCall, Queue<Fault>> byCall = new EnumMap<>(StoreCall.class);

    private final Queue<Fault> ofAny = new ArrayDeque<>();

    /**
     * Has the next calls fail that nothing is said of yet.
     *
     * @param call which ones; null for any
     */
    synchronized void add(@Nullable StoreCall call, Fault fault, int times) {
        Queue<Fault> faults = call == null ? ofAny : byCall.computeIfAbsent(call, added -> new ArrayDeque<>());
        for (int i = 0; i < times; i++) {
            faults.add(fault);
        }
    }

    /** Those that have not been used, a line for each kind. */
    synchronized List<String> left() {
        List<String> left = new ArrayList<>();
        byCall.forEach((call, faults) -> addLine(left, faults, ", " + call));
        addLine(left, ofAny, "");
        return left;
    }

    private static void addLine(List<String> left, Queue<Fault> faults, String which) {
        if (!faults.isEmpty()) {
            left.add(QueueReport.count(faults.size(), "call") + " of the store" + which);
        }
    }

    synchronized void clear() {
        byCall.clear();
        ofAny.clear();
    }

    private synchronized @Nullable Fault next(StoreCall call) {
        Queue<Fault> own = byCall.get(call);
        Fault fault = own == null ? null : own.poll();
        return fault == null && call.isOneOfAny() ? ofAny.poll() : fault;
    }

    <T extends @Nullable Object> T around(StoreCall call, Supplier<T> step) {
        Fault fault = next(call);
        if (fault == null) {
            return step.get();
        }
        if (fault == Fault.REPLY_LOST) {
            step.get();
            throw new TaskStoreUnavailableException("The reply to " + call + " was lost, as the test wants it", null);
        }
        throw new TaskStoreUnavailableException("The store did not answer to " + call + ", as the test wants it", null);
    }
}
