package io.delayqueue.memory;

import io.delayqueue.store.WakeUps;
import java.util.Collection;
import java.util.Set;
import java.util.function.Consumer;

/** Messages about removals and replacements alone, received from the opening of a subscription to its close. */
final class RemovalWakeUps implements WakeUps {

    private final Messages messages;

    RemovalWakeUps(Messages messages) {
        this.messages = messages;
    }

    @Override
    public Subscription open(Listener listener) {
        ToRemovals opened = new ToRemovals(messages, listener);
        messages.join(opened);
        return opened;
    }

    /** Subscription that receives a message on the thread that sends it. */
    static final class ToRemovals implements Subscription {

        private final Messages messages;

        private final Listener listener;

        private volatile Set<String> followed = Set.of();

        private ToRemovals(Messages messages, Listener listener) {
            this.messages = messages;
            this.listener = listener;
        }

        void receive(String group, Consumer<Listener> message) {
            if (followed.contains(group)) {
                message.accept(listener);
            }
        }

        @Override
        public void run() {
            throw new UnsupportedOperationException("No thread is needed");
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
            messages.leave(this);
        }
    }
}
