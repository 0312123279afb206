/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.guard.reactive;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import io.leaderelection.LeaderChange;
import io.leaderelection.LeadershipListener;
import io.leaderelection.NotLeaderException;
import io.leaderelection.Registration;
import io.leaderelection.guard.CallObserver;
import io.leaderelection.guard.Guard;
import io.leaderelection.guard.GuardCall;
import io.leaderelection.guard.LeaderWait;
import io.leaderelection.work.GuardedElection;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.core.scheduler.Schedulers;

import org.springframework.core.ReactiveAdapter;

/**
 * Creates and guards a pipeline for each subscriber if this instance leads at that
 * moment. Never blocks the subscriber.
 */
final class GuardedFlux extends Flux<Object> {

	private final Supplier<Guard> guard;

	private final Body body;

	/**
	 * Creates the flux.
	 * @param guard supplies the guard
	 * @param body creates the pipeline
	 */
	GuardedFlux(Supplier<Guard> guard, Body body) {
		this.guard = guard;
		this.body = body;
	}

	/** Returns this as another reactive type. */
	Object adapted(ReactiveAdapter adapter) {
		// Not Mono.from, which would cancel the work at its first value
		return adapter.fromPublisher(adapter.isMultiValue() ? this : Mono.fromDirect(this));
	}

	@Override
	public void subscribe(CoreSubscriber<? super Object> actual) {
		GuardCall call;
		try {
			call = this.guard.get().begin((key) -> actual.currentContext().getOrDefault(key, null));
		}
		catch (Throwable ex) {
			Operators.error(actual, ex);
			return;
		}
		tryEnter(call, call.guard().waits() ? call.guard()::beginWait : null, actual);
	}

	private void tryEnter(GuardCall call, @Nullable Supplier<LeaderWait> wait, CoreSubscriber<? super Object> actual) {
		boolean entered;
		boolean admitted;
		try {
			entered = call.tryEnter();
			admitted = entered && call.admit();
		}
		catch (Throwable ex) {
			call.endWithoutOutcome(ex);
			Operators.error(actual, ex);
			return;
		}
		if (admitted) {
			go(call, actual);
		}
		else if (entered) {
			Operators.complete(actual);
		}
		else if (wait == null) {
			refuse(call, actual);
		}
		else {
			enterLater(call, wait.get(), actual);
		}
	}

	private void enterLater(GuardCall call, LeaderWait wait, CoreSubscriber<? super Object> actual) {
		if (wait.isWorthwhile()) {
			NextTry next = new NextTry(call, wait);
			worthAnotherTry(call.guard().election(), wait).doOnCancel(next::cancelled)
				.doOnError(call::endWithoutOutcome)
				.thenMany(next)
				.subscribe(actual);
		}
		else {
			// The election may have been decided between the last attempt and the last
			// check
			tryEnter(call, null, actual);
		}
	}

	/**
	 * Completes when a leader is known, the time is over, or further waiting is useless.
	 * Signals on a thread that may block, because that thread continues with the method.
	 */
	private static Mono<Boolean> worthAnotherTry(GuardedElection election, LeaderWait wait) {
		Mono<Boolean> notified = Mono.create((sink) -> {
			Registration registration = election.addListener(new LeadershipListener() {

				@Override
				public void leaderChanged(LeaderChange change) {
					if (election.isDecided()) {
						sink.success(true);
					}
				}

			});
			sink.onDispose(registration::remove);
			if (election.isDecided()) {
				sink.success(true);
			}
		});
		// No event reports that a term is confirmed again or that a handover begins
		Mono<Boolean> polled = Flux.interval(LeaderWait.LOOK)
			.map((look) -> !wait.isWorthwhile())
			.filter(Boolean::booleanValue)
			.next();
		return Mono.firstWithSignal(notified, polled)
			.timeout(wait.left(), Mono.just(false))
			.publishOn(Schedulers.boundedElastic());
	}

	private void go(GuardCall call, CoreSubscriber<? super Object> actual) {
		CallObserver.Scope scope;
		try {
			scope = call.observation().open();
		}
		catch (Throwable ex) {
			Operators.error(actual, call.failed(ex));
			return;
		}
		try (scope) {
			begin(call, actual);
		}
	}

	private void begin(GuardCall call, CoreSubscriber<? super Object> actual) {
		Publisher<Object> source;
		GuardedSubscriber subscriber;
		try {
			source = this.body.begin();
			subscriber = new GuardedSubscriber(call, actual);
		}
		catch (Throwable ex) {
			Operators.error(actual, call.failed(ex));
			return;
		}
		subscriber.start(source);
	}

	private static void refuse(GuardCall call, CoreSubscriber<? super Object> actual) {
		NotLeaderException refusal = call.refusal();
		if (refusal != null) {
			Operators.error(actual, refusal);
		}
		else {
			Operators.complete(actual);
		}
	}

	/** Creates a pipeline. */
	@FunctionalInterface
	interface Body {

		/**
		 * Creates the pipeline of one subscriber, inside the guard.
		 * @return the pipeline
		 * @throws Throwable if it cannot be created
		 */
		Publisher<Object> begin() throws Throwable;

	}

	/** The next attempt after a wait. It may have to wait again. */
	private final class NextTry extends Flux<Object> {

		private final GuardCall call;

		private final LeaderWait wait;

		private final AtomicBoolean begun = new AtomicBoolean();

		NextTry(GuardCall call, LeaderWait wait) {
			this.call = call;
			this.wait = wait;
		}

		@Override
		public void subscribe(CoreSubscriber<? super Object> actual) {
			if (this.begun.compareAndSet(false, true)) {
				tryEnter(this.call, () -> this.wait, actual);
			}
		}

		/**
		 * Called when the subscriber cancels, perhaps too late to keep the method from
		 * being called.
		 */
		void cancelled() {
			if (this.begun.compareAndSet(false, true)) {
				this.call.endWithoutOutcome(null);
			}
		}

	}

}
