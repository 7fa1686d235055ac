package io.delayqueue.memory;

import io.delayqueue.store.WakeUps;
import java.util.Collection;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Messages between the instances of one process. */
final class InMemoryWakeUps implements WakeUps {

    private final Messages messages;

    private final boolean ofRemovals;

    /**
     * Creates the messages.
     *
     * @param ofRemovals whether subscriptions receive, from their opening on, messages to the runners of tasks alone, on the thread that
     *     sends them; else they receive all messages while a thread runs them
     */
    InMemoryWakeUps(Messages messages, boolean ofRemovals) {
        this.messages = messages;
        this.ofRemovals = ofRemovals;
    }

    @Override
    public Subscription open(Listener listener) {
        MemorySubscription opened = new MemorySubscription(messages, ofRemovals, listener);
        if (ofRemovals) {
            messages.join(opened);
        }
        return opened;
    }

    static final class MemorySubscription implements Subscription {

        final boolean ofRemovals;

        private final Messages messages;

        private final Listener listener;

        private final BlockingQueue<Consumer<Listener>> received = new LinkedBlockingQueue<>();

        private volatile Set<String> followed = Set.of();

        private volatile boolean closed;

        private MemorySubscription(Messages messages, boolean ofRemovals, Listener listener) {
            this.messages = messages;
            this.ofRemovals = ofRemovals;
            this.listener = listener;
        }

        /**
         * Receives a message.
         *
         * @param group the group of the message; null if it has none
         */
        void receive(@Nullable String group, Consumer<Listener> message) {
            if (group != null && !followed.contains(group)) {
                return;
            }
            if (ofRemovals) {
                message.accept(listener);
            } else {
                received.add(message);
            }
        }

        @Override
        public void run() {
            if (closed) {
                return;
            }
            received.clear();
            messages.join(this);
            boolean interrupted = false;
            try {
                listener.subscribed();
                while (!closed) {
                    try {
                        received.take().accept(listener);
                    } catch (InterruptedException e) {
                        // It ends by its close only.
                        interrupted = true;
                    }
                }
            } finally {
                messages.leave(this);
                if (interrupted) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        @Override
        public void follow(Collection<String> groups) {
            followed = Set.copyOf(groups);
        }

        @Override
        public void ping() {
            received.add(Listener::alive);
        }

        @Override
        public void close() {
            closed = true;
            messages.leave(this);
            received.add(listener -> {});
        }
    }
}
