package io.delayqueue.store;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Step of a history.
 *
 * @param micros the time of the step by the clock of the stores
 * @param call the call; null for a step that is about what the stores keep
 * @param meanwhile what another client does after the call, whose reply is lost, and before the call is sent again; null if no reply is lost
 * @param forgets for a step without a call: whether the stores lose all changes since their last snapshot; else the step takes a snapshot
 */
record Step(long micros, @Nullable Call call, @Nullable Call meanwhile, boolean forgets) {

    static Step of(long micros, Call call, @Nullable Call meanwhile) {
        return new Step(micros, call, meanwhile, false);
    }

    static Step snapshot(long micros) {
        return new Step(micros, null, null, false);
    }

    static Step forget(long micros) {
        return new Step(micros, null, null, true);
    }

    Step withoutLoss() {
        return new Step(micros, call, null, forgets);
    }

    List<Call> calls() {
        return Stream.of(call, meanwhile).filter(made -> made != null).toList();
    }

    @Override
    public String toString() {
        String what = call == null ? forgets ? "forgets what came after the snapshot" : "snapshot" : call.toString();
        return micros + " " + what + (meanwhile == null ? "" : "; the reply is lost; meanwhile " + meanwhile);
    }
}
