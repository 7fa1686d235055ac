package io.delayqueue.autoconfigure.listener

import io.delayqueue.TaskContext
import io.delayqueue.annotation.DelayQueueListener
import io.delayqueue.annotation.Header
import java.io.IOException
import java.util.concurrent.CompletableFuture
import java.util.concurrent.ConcurrentLinkedQueue
import kotlinx.coroutines.CancellationException
import kotlinx.coroutines.CompletableDeferred
import kotlinx.coroutines.Deferred
import kotlinx.coroutines.Job
import kotlinx.coroutines.delay
import kotlinx.coroutines.flow.Flow
import kotlinx.coroutines.flow.flow
import kotlinx.coroutines.future.await

/** What listeners have seen, and what they wait for. */
class KotlinEvents {

    val seen = ConcurrentLinkedQueue<String>()

    val gate = CompletableFuture<String>()
}

data class Reminder(val number: Int, val text: String)

/** Suspends, fails, and can be cancelled. */
open class SuspendingListeners(private val events: KotlinEvents) {

    @DelayQueueListener(group = "g", topic = "suspends")
    open suspend fun suspends(reminder: Reminder, context: TaskContext, @Header("tenant") tenant: String) {
        events.seen.add("begun ${reminder.number} ${context.id()} $tenant")
        try {
            events.seen.add("went on with ${events.gate.await()}")
        } catch (e: CancellationException) {
            events.seen.add("cancelled")
            throw e
        }
    }

    @DelayQueueListener(group = "g", topic = "fails")
    open suspend fun fails(payload: String?) {
        delay(1)
        throw IOException("no luck with $payload")
    }

    @DelayQueueListener(group = "g", topic = "nothing")
    open suspend fun nothing() {
        events.seen.add("done at once")
    }
}

interface Bank {

    suspend fun refund(number: Int)
}

data class CancelOrder(val number: Int)

/** As in docs/listeners.md. */
class RefundingListeners(private val bank: Bank) {

    @DelayQueueListener(group = "orders", topic = "cancel-unpaid", concurrency = "200", ttr = "30s")
    suspend fun cancelUnpaid(order: CancelOrder) = bank.refund(order.number)
}

class FlowListener(private val events: KotlinEvents) {

    @DelayQueueListener(group = "g", topic = "flow")
    fun on(payload: String): Flow<String> = flow {
        emit("one")
        events.seen.add("after one")
        emit(events.gate.await())
        events.seen.add("after two")
    }
}

class DeferredListener(private val deferred: CompletableDeferred<String>) {

    @DelayQueueListener(group = "g", topic = "deferred")
    fun on(payload: String): Deferred<String> = deferred
}

class JobListener {

    @DelayQueueListener(group = "g", topic = "job")
    fun on(payload: String): Job = Job()
}
