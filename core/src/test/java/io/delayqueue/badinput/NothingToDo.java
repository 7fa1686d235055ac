package io.delayqueue.badinput;

import io.delayqueue.TopicName;
import io.delayqueue.internal.drive.Agenda;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The agenda of a store that holds nothing. */
final class NothingToDo implements Agenda {

    @Override
    public Clock clock() {
        return Clock.systemUTC();
    }

    @Override
    public @Nullable Instant next(Collection<String> groups) {
        return null;
    }

    @Override
    public @Nullable TopicName firstReady(Collection<TopicName> topics) {
        return null;
    }
}
