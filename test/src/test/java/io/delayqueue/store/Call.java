package io.delayqueue.store;

import io.delayqueue.InvalidSettingException;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Call with all its arguments, which any store can be sent. */
final class Call {

    /** What a call may do to tasks. */
    enum What {
        /** To those that it names, in any way. */
        CHANGE,
        /** Makes due tasks ready, and those whose lease has ended. */
        PUSH,
        /** Leases tasks of its topic. */
        RESERVE,
        PUSH_AND_RESERVE,
        /** Gives leased tasks of its topic back. */
        RECLAIM,
        /** Ends deliveries, or their leases. */
        SETTLE,
        /** To all tasks of its topic, in any way. */
        TOPIC,
        /** Makes changes with names, each of the task that it names. */
        APPLY,
        /** Confirms the names of changes. */
        CONFIRM,
        /** Reads a page of the walk under way, or begins one of its topic. */
        WALK,
        /** Takes the signal of its topic. */
        SIGNAL,
        NOTHING
    }

    /** What a client knows of calls whose replies were lost. */
    enum Repeated {
        /** What the second sending returns. */
        SECOND,
        /** The store recognises the call, if the first sending has changed something, and returns what the first one has. */
        FIRST,
        /** The same, also if nothing was changed. */
        ALWAYS_FIRST,
        /** Nothing. */
        UNKNOWN
    }

    final What what;

    final String words;

    final @Nullable String topic;

    /** Ids of the tasks that it names. */
    final Collection<String> ids;

    final List<Delivery> deliveries;

    /** Names of changes. */
    final List<String> names;

    /** Makes the call; runs what it is given before the first command whose reply may be lost. */
    private final BiFunction<StoreUnderTest, Runnable, @Nullable Object> made;

    /** Makes what of the call is sent first, to a store that is sent the call twice. */
    private final @Nullable Function<StoreUnderTest, @Nullable Object> sentFirst;

    private final Repeated repeated;

    private final UnaryOperator<@Nullable Object> asRepeated;

    private Call(
            What what,
            String words,
            @Nullable String topic,
            Collection<String> ids,
            List<Delivery> deliveries,
            List<String> names,
            BiFunction<StoreUnderTest, Runnable, @Nullable Object> made,
            @Nullable Function<StoreUnderTest, @Nullable Object> sentFirst,
            Repeated repeated,
            UnaryOperator<@Nullable Object> asRepeated) {
        this.what = what;
        this.words = words;
        this.topic = topic;
        this.ids = ids;
        this.deliveries = deliveries;
        this.names = names;
        this.made = made;
        this.sentFirst = sentFirst;
        this.repeated = repeated;
        this.asRepeated = asRepeated;
    }

    static Call of(What what, String words, Function<StoreUnderTest, @Nullable Object> made) {
        return new Call(
                what,
                words,
                null,
                Set.of(),
                List.of(),
                List.of(),
                (store, writes) -> {
                    writes.run();
                    return made.apply(store);
                },
                null,
                Repeated.SECOND,
                UnaryOperator.identity());
    }

    /** The same, which reads before it does what may be lost. */
    Call writing(BiFunction<StoreUnderTest, Runnable, @Nullable Object> later) {
        return new Call(what, words, topic, ids, deliveries, names, later, sentFirst, repeated, asRepeated);
    }

    Call in(String ofTopic) {
        return new Call(what, words, ofTopic, ids, deliveries, names, made, sentFirst, repeated, asRepeated);
    }

    Call naming(Collection<String> named) {
        return new Call(what, words, topic, named, deliveries, names, made, sentFirst, repeated, asRepeated);
    }

    Call changing(Collection<String> ofChanges) {
        return new Call(
                what, words, topic, ids, deliveries, List.copyOf(ofChanges), made, sentFirst, repeated, asRepeated);
    }

    Call ending(List<Delivery> named) {
        return new Call(what, words, topic, ids, named, names, made, sentFirst, repeated, asRepeated);
    }

    Call repeated(Repeated how) {
        return new Call(what, words, topic, ids, deliveries, names, made, sentFirst, how, asRepeated);
    }

    Call repeated(UnaryOperator<@Nullable Object> how) {
        return new Call(what, words, topic, ids, deliveries, names, made, sentFirst, repeated, how);
    }

    Call sentFirst(Function<StoreUnderTest, @Nullable Object> part) {
        return new Call(what, words, topic, ids, deliveries, names, made, part, repeated, asRepeated);
    }

    /** Makes the call; returns the reply, or the message of a refusal. */
    @Nullable
    Object make(StoreUnderTest store, Runnable writes) {
        try {
            return made.apply(store, writes);
        } catch (InvalidSettingException refusal) {
            return refusal.getMessage();
        }
    }

    @Nullable
    Object make(StoreUnderTest store) {
        return make(store, () -> {});
    }

    /**
     * Does to a store that loses no replies what a call does whose first reply is lost.
     *
     * @param meanwhile what another client does before the call is sent again
     * @param state reads the state of the store
     * @return the reply
     */
    @Nullable
    Object makeTwice(StoreUnderTest store, Runnable meanwhile, Function<StoreUnderTest, Object> state) {
        Object before = state.apply(store);
        boolean[] wrote = new boolean[1];
        Object first = sentFirst == null ? make(store, () -> wrote[0] = true) : sentFirst.apply(store);
        wrote[0] |= sentFirst != null;
        if (!wrote[0]) {
            return first;
        }
        boolean recognised =
                repeated == Repeated.ALWAYS_FIRST || repeated == Repeated.FIRST && !before.equals(state.apply(store));
        meanwhile.run();
        return reply(recognised ? first : make(store), true);
    }

    /** What is to be compared of a reply. */
    @Nullable
    Object reply(@Nullable Object reply, boolean lost) {
        return !lost ? reply : repeated == Repeated.UNKNOWN ? null : asRepeated.apply(reply);
    }

    @Override
    public String toString() {
        return words;
    }
}
