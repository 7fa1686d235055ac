package kotlinx.coroutines.flow;

/** Stub of the type of Kotlin's coroutines, which extends a type that extends another. */
public interface StateFlow<T> extends SharedFlow<T> {}
