package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.server.Address;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;

/** As many connections as are in use at once. One that a call has failed on is not used again. */
final class Wires implements AutoCloseable {

    private final Address address;

    private final Deque<Wire> idle = new ConcurrentLinkedDeque<>();

    Wires(Address address) {
        this.address = address;
    }

    /** A connection of its own, for the caller to close. */
    Wire open() {
        return new Wire(address);
    }

    /** Makes a call on a connection that nobody else uses meanwhile. */
    <R> R call(Function<Wire, R> call) {
        Wire free = idle.pollFirst();
        Wire wire = free == null ? open() : free;
        try {
            R result = call.apply(wire);
            idle.addFirst(wire);
            return result;
        } catch (RuntimeException e) {
            wire.close();
            throw e;
        }
    }

    @Override
    public void close() {
        for (Wire wire = idle.pollFirst(); wire != null; wire = idle.pollFirst()) {
            wire.close();
        }
    }
}
