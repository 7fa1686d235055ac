package kotlinx.coroutines.flow;

/** Stub of the type of Kotlin's coroutines, which extends another. */
public interface SharedFlow<T> extends Flow<T> {}
