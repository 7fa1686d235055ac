package io.delayqueue.benchmarks.contender.limit;

import io.delayqueue.benchmarks.server.Address;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Function;

/** Pool of connections. A connection is not reused after a failed call. */
final class Wires implements AutoCloseable {

    private final Address address;

    private final Deque<Wire> idle = new ConcurrentLinkedDeque<>();

    Wires(Address address) {
        this.address = address;
    }

    /** Opens a connection that the caller closes. */
    Wire open() {
        return new Wire(address);
    }

    /** Makes a call on an exclusive connection. */
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
