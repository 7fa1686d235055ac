package kotlinx.coroutines;

/** Stub of the type of Kotlin's coroutines, which no module depends on: a result to come. */
public interface Deferred<T> extends Job {}
