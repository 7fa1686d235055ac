package io.delayqueue.autoconfigure.listener;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.FlowAdapters;
import org.reactivestreams.Publisher;
import org.springframework.core.ReactiveAdapter;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Flux;

/** Adapts the results of asynchronous listeners to stages. Neither Reactor nor Reactive Streams has to be there. */
final class AsynchronousResults {

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Flux", AsynchronousResults.class.getClassLoader());

    private AsynchronousResults() {}

    /**
     * Begins the work of a result, if that is to be done, and returns its end.
     *
     * @param result of a type that is {@linkplain AsynchronousMethods#isAwaited awaited}
     */
    static CompletionStage<?> stage(Object result) {
        if (result instanceof CompletionStage<?> stage) {
            return stage;
        }
        ReactiveAdapter adapter = ReactiveAdapterRegistry.getSharedInstance().getAdapter(result.getClass());
        if (adapter != null) {
            return Streams.await(adapter.toPublisher(result));
        }
        return result instanceof Flow.Publisher<?> publisher ? await(publisher) : Streams.await((Publisher<?>) result);
    }

    private static CompletionStage<?> await(Flow.Publisher<?> publisher) {
        End end = new End();
        publisher.subscribe(end);
        return end;
    }

    /** Needs Reactive Streams. */
    private static final class Streams {

        static CompletionStage<?> await(Publisher<?> publisher) {
            return AsynchronousResults.await(
                    FlowAdapters.toFlowPublisher(REACTOR ? Contexts.captured(publisher) : publisher));
        }
    }

    /** Needs Reactor. */
    private static final class Contexts {

        /** State of the callback's thread, such as its observation, is there for the work. */
        static Publisher<?> captured(Publisher<?> publisher) {
            return Flux.from(publisher).contextCapture();
        }
    }

    /** The end of a stream, whose elements do not matter. To cancel it cancels the stream. */
    private static final class End extends CompletableFuture<@Nullable Void> implements Flow.Subscriber<Object> {

        private final AtomicReference<Flow.@Nullable Subscription> subscription = new AtomicReference<>();

        @Override
        public void onSubscribe(Flow.Subscription to) {
            if (!subscription.compareAndSet(null, to) || isDone()) {
                to.cancel();
            } else {
                to.request(Long.MAX_VALUE);
            }
        }

        @Override
        public void onNext(Object element) {}

        @Override
        public void onError(Throwable failure) {
            completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            complete(null);
        }

        @Override
        public boolean cancel(boolean interrupt) {
            boolean cancelled = super.cancel(interrupt);
            Flow.Subscription to = subscription.get();
            if (cancelled && to != null) {
                to.cancel();
            }
            return cancelled;
        }
    }
}
