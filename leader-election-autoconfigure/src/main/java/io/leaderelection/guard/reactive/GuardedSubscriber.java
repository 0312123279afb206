/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipLostException;
import io.leaderelection.guard.GuardCall;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Guards the pipeline of one subscriber until it ends: by itself, through the subscriber,
 * or through the loss of leadership. A loss cancels the pipeline and signals an error to
 * the subscriber. If a pipeline is cancelled while a thread is inside it (subscribing,
 * requesting or emitting), the guard ends when that thread has left. If it ends by itself
 * on one thread, the guard ends when all other threads have left.
 */
final class GuardedSubscriber implements CoreSubscriber<Object>, Subscription {

	private final GuardCall call;

	private final Leadership leadership;

	/**
	 * Serialized, because the loss may be signalled while the pipeline emits on another
	 * thread.
	 */
	private final CoreSubscriber<Object> downstream;

	private final Operators.DeferredSubscription upstream = new Operators.DeferredSubscription();

	private final Steps steps;

	private final AtomicBoolean ended = new AtomicBoolean();

	private volatile boolean interrupted;

	private volatile @Nullable Throwable failure;

	/**
	 * Creates a subscriber.
	 * @param call the call, just entered by this thread
	 * @param downstream the subscriber to the guarded pipeline
	 */
	GuardedSubscriber(GuardCall call, CoreSubscriber<? super Object> downstream) {
		this.call = call;
		this.leadership = call.leadership();
		this.steps = new Steps(this.leadership);
		this.downstream = Operators.serialize(new Receiver(downstream));
	}

	/**
	 * Detaches the work from the thread of the call and subscribes to the pipeline.
	 * @param source the pipeline
	 */
	void start(Publisher<Object> source) {
		try {
			this.downstream.onSubscribe(this);
			this.call.detach(this::lose);
		}
		catch (Throwable ex) {
			this.call.completed();
			throw ex;
		}
		if (isEnded()) {
			// The pipeline ended before there was work to close
			this.call.closeWork();
		}
		else {
			subscribe(source);
		}
	}

	/**
	 * Subscribes. Reactor throws a fatal error from the subscription itself, without a
	 * further signal.
	 */
	private void subscribe(Publisher<Object> source) {
		try {
			Flux<Object> pipeline = Flux.from(source)
				.contextWrite((context) -> context.put(Leadership.class, this.leadership)
					.putAllMap(this.call.observation().context()));
			stepInTerm(() -> pipeline.subscribe(this));
		}
		catch (Throwable ex) {
			onError(ex);
		}
	}

	/**
	 * Runs a step with the term bound to the thread. A pipeline on other threads finds
	 * the term in Reactor's context, or on its threads if the context is propagated.
	 */
	private void stepInTerm(Runnable step) {
		boolean entered = this.steps.enter();
		Leadership enclosing = LeadershipContext.get();
		try {
			LeadershipContext.set(this.leadership);
			// Checked inside: from here on, the end waits for this thread
			if (!isEnded()) {
				step.run();
			}
		}
		finally {
			try {
				LeadershipContext.set(enclosing);
			}
			finally {
				leave(entered);
			}
		}
	}

	private void leave(boolean entered) {
		if (entered) {
			this.steps.leave();
		}
	}

	private boolean isEnded() {
		return this.ended.get();
	}

	/** Returns whether this is the first end. */
	private boolean end() {
		return this.ended.compareAndSet(false, true);
	}

	private void release() {
		this.call.workCompleted(this.interrupted, this.failure);
	}

	private void lose() {
		if (end()) {
			this.interrupted = true;
			LeadershipLostException loss = new LeadershipLostException(this.leadership.election(),
					this.leadership.fencingToken(), null);
			this.failure = loss;
			// Interrupt before the application's cancellation callback, which may wait
			// for the interrupted thread
			this.steps.interrupt();
			try {
				this.upstream.cancel();
			}
			finally {
				try {
					this.steps.whenLeft(this::release);
				}
				finally {
					this.downstream.onError(loss);
				}
			}
		}
		else {
			// The pipeline has ended, but a thread is still inside it
			this.interrupted = true;
			this.steps.interrupt();
		}
	}

	@Override
	public Context currentContext() {
		return this.downstream.currentContext();
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		this.upstream.set(subscription);
	}

	@Override
	public void onNext(Object value) {
		boolean entered = this.steps.enter();
		try {
			if (isEnded()) {
				Operators.onDiscard(value, currentContext());
			}
			else {
				this.downstream.onNext(value);
			}
		}
		finally {
			leave(entered);
		}
	}

	@Override
	public void onError(Throwable failure) {
		if (end()) {
			this.failure = failure;
			try {
				// This thread still runs the next step of the subscriber
				this.steps.whenOthersLeft(this::release);
			}
			finally {
				this.downstream.onError(failure);
			}
		}
		else {
			Operators.onErrorDropped(failure, currentContext());
		}
	}

	@Override
	public void onComplete() {
		if (end()) {
			try {
				// This thread still runs the next step of the subscriber
				this.steps.whenOthersLeft(this::release);
			}
			finally {
				this.downstream.onComplete();
			}
		}
	}

	@Override
	public void request(long count) {
		stepInTerm(() -> this.upstream.request(count));
	}

	@Override
	public void cancel() {
		if (end()) {
			try {
				this.upstream.cancel();
			}
			finally {
				this.steps.whenLeft(this::release);
			}
		}
	}

	/**
	 * Passes signals to the subscriber, and a loss without the interrupt that came with
	 * it.
	 */
	private final class Receiver implements CoreSubscriber<Object> {

		private final CoreSubscriber<? super Object> actual;

		Receiver(CoreSubscriber<? super Object> actual) {
			this.actual = actual;
		}

		@Override
		public Context currentContext() {
			return this.actual.currentContext();
		}

		@Override
		public void onSubscribe(Subscription subscription) {
			this.actual.onSubscribe(subscription);
		}

		@Override
		public void onNext(Object value) {
			this.actual.onNext(value);
		}

		@Override
		public void onError(Throwable failure) {
			GuardedSubscriber.this.steps.withoutInterrupt(() -> this.actual.onError(failure));
		}

		@Override
		public void onComplete() {
			this.actual.onComplete();
		}

	}

}
