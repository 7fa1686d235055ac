package io.delayqueue.redis;

import java.util.List;

/** Runs scripts whose writes replicas confirm, or not. */
interface ScriptCalls {

    /**
     * Runs a script, like {@link RedisCalls#script}.
     *
     * @param mark a writable key in the script's slot
     * @throws io.delayqueue.TaskNotReplicatedException if the script has run and too few replicas confirmed
     */
    RedisCalls.Reply script(Script script, List<byte[]> keys, List<byte[]> arguments, byte[] mark);

    /** Creates calls that do not wait for replicas. */
    static ScriptCalls unconfirmed(RedisCalls calls) {
        return (script, keys, arguments, mark) -> calls.script(script, keys, arguments);
    }
}
