package kotlinx.coroutines.flow;

/** Stands for the type of Kotlin's coroutines, which extends a type that extends another. */
public interface StateFlow<T> extends SharedFlow<T> {}
