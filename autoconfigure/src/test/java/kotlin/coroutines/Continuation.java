package kotlin.coroutines;

/** Stub of the type of Kotlin's standard library, which no module depends on: a suspend function takes one as its last parameter. */
public interface Continuation<T> {}
