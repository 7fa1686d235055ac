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

    /** Listener of a subscription. */
    interface Running {

        /**
         * Receives a message.
         *
         * @param group the group of the message; null if it has none
         */
        void receive(@Nullable String group, Consumer<Listener> message);
    }

    private final Messages messages;

    InMemoryWakeUps(Messages messages) {
        this.messages = messages;
    }

    @Override
    public Subscription open(Listener listener) {
        return new MemorySubscription(listener);
    }

    private final class MemorySubscription implements Subscription, Running {

        private final Listener listener;

        private final BlockingQueue<Consumer<Listener>> received = new LinkedBlockingQueue<>();

        private volatile Set<String> followed = Set.of();

        private volatile boolean closed;

        MemorySubscription(Listener listener) {
            this.listener = listener;
        }

        @Override
        public void receive(@Nullable String group, Consumer<Listener> message) {
            if (group == null || followed.contains(group)) {
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
            // There is no connection that could break.
        }

        @Override
        public void close() {
            closed = true;
            received.add(listener -> {});
        }
    }
}
