/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.annotation;

import java.util.concurrent.atomic.AtomicBoolean;

import io.leaderelection.DetachedCall;
import io.leaderelection.GuardedCall;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import io.leaderelection.LeadershipLostException;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

/**
 * Guards one subscriber's pipeline until it ends: by itself, by the subscriber, or by the
 * loss of leadership, which cancels it and is told downstream as an error.
 */
final class GuardedSubscriber implements CoreSubscriber<Object>, Subscription {

	private final Guard guard;

	private final Leadership leadership;

	/** The loss is told on another thread than the signals of the pipeline. */
	private final CoreSubscriber<Object> downstream;

	private final Operators.DeferredSubscription upstream = new Operators.DeferredSubscription();

	private final AtomicBoolean ended = new AtomicBoolean();

	private volatile @Nullable DetachedCall work;

	GuardedSubscriber(Guard guard, Leadership leadership, CoreSubscriber<? super Object> downstream) {
		this.guard = guard;
		this.leadership = leadership;
		this.downstream = Operators.serialize(downstream);
	}

	/**
	 * Takes the work off the thread and subscribes to the pipeline.
	 * @param call the work
	 * @param source the pipeline
	 */
	void start(GuardedCall call, Publisher<Object> source) {
		try {
			this.downstream.onSubscribe(this);
		}
		catch (RuntimeException | Error ex) {
			this.guard.leave(call);
			throw ex;
		}
		DetachedCall work = call.detach(this::lose);
		this.work = work;
		if (this.ended.get()) {
			// Before there was anything to close
			work.close();
		}
		else {
			Flux<Object> pipeline = Flux.from(source)
				.contextWrite((context) -> context.put(Leadership.class, this.leadership));
			inTerm(() -> pipeline.subscribe(this));
		}
	}

	/**
	 * Pipelines that run on the calling thread find their term there. Others find it in
	 * Reactor's context, or on their threads if that is propagated.
	 */
	private void inTerm(Runnable step) {
		Leadership enclosing = LeadershipContext.get();
		LeadershipContext.set(this.leadership);
		try {
			step.run();
		}
		finally {
			LeadershipContext.set(enclosing);
		}
	}

	/** Whether this is the first end of all. */
	private boolean end() {
		return this.ended.compareAndSet(false, true);
	}

	private void release(boolean lost) {
		DetachedCall work = this.work;
		if (work != null) {
			work.close();
		}
		this.guard.ended(lost);
	}

	private void lose() {
		if (end()) {
			try {
				this.upstream.cancel();
			}
			finally {
				release(true);
				this.downstream.onError(
						new LeadershipLostException(this.leadership.election(), this.leadership.fencingToken(), null));
			}
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
		this.downstream.onNext(value);
	}

	@Override
	public void onError(Throwable failure) {
		if (end()) {
			release(false);
			this.downstream.onError(failure);
		}
		else {
			Operators.onErrorDropped(failure, currentContext());
		}
	}

	@Override
	public void onComplete() {
		if (end()) {
			release(false);
			this.downstream.onComplete();
		}
	}

	@Override
	public void request(long count) {
		inTerm(() -> this.upstream.request(count));
	}

	@Override
	public void cancel() {
		if (end()) {
			try {
				this.upstream.cancel();
			}
			finally {
				release(false);
			}
		}
	}

}
