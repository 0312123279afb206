/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.work;

import io.leaderelection.LeaderElection;
import io.leaderelection.Leadership;
import io.leaderelection.LeadershipContext;
import org.jspecify.annotations.Nullable;

/**
 * The time in which a thread works for a term, and the interrupt that it gets because of
 * the term. For integrations that guard work; application code uses
 * {@link LeaderElection}.
 * <p>
 * Scopes of a thread are nested and share its interrupt flag. A scope that clears its
 * interrupt therefore leaves the thread interrupted if another of its scopes was
 * interrupted. Unlike {@link LeadershipContext}, a scope is never transferred to another
 * thread.
 * <p>
 * Only its thread may use it, except for {@link #interrupt()}, {@link #isOpen()},
 * {@link #leadership()} and {@link #thread()}.
 */
public final class WorkScope {

	private static final ThreadLocal<@Nullable WorkScope> INNERMOST = new ThreadLocal<>();

	private final Leadership leadership;

	private final Thread thread = Thread.currentThread();

	private @Nullable WorkScope enclosing;

	private volatile boolean interrupted;

	private volatile boolean closed;

	/**
	 * Creates a scope of the calling thread, which is not entered yet.
	 * @param leadership the term
	 */
	public WorkScope(Leadership leadership) {
		this.leadership = leadership;
	}

	/**
	 * Finds the scope of a term that the calling thread is inside, at any level.
	 * @param election the name of the election
	 * @param fencingToken the token of the term
	 * @return the innermost such scope, or {@code null} if the thread does not work for
	 * that term
	 */
	public static @Nullable WorkScope find(String election, long fencingToken) {
		for (WorkScope scope = INNERMOST.get(); scope != null; scope = scope.enclosing) {
			if (!scope.closed && scope.leadership.fencingToken() == fencingToken
					&& scope.leadership.election().equals(election)) {
				return scope;
			}
		}
		return null;
	}

	/**
	 * Returns whether the calling thread is inside a scope, at any level, that was
	 * interrupted because of its term, whatever has happened to the thread's interrupt
	 * flag since.
	 * @return whether one was interrupted
	 */
	public static boolean isCurrentInterrupted() {
		for (WorkScope scope = INNERMOST.get(); scope != null; scope = scope.enclosing) {
			if (!scope.closed && scope.interrupted) {
				return true;
			}
		}
		return false;
	}

	/** Enters the scope. */
	public void open() {
		this.enclosing = skipClosed(INNERMOST.get());
		INNERMOST.set(this);
	}

	/**
	 * Returns whether the thread has not left the scope yet. May be called from any
	 * thread.
	 * @return whether it is inside, or has not entered yet
	 */
	public boolean isOpen() {
		return !this.closed;
	}

	/**
	 * Returns the term of this scope.
	 * @return the term
	 */
	public Leadership leadership() {
		return this.leadership;
	}

	/**
	 * Returns the thread of this scope.
	 * @return the thread
	 */
	public Thread thread() {
		return this.thread;
	}

	/**
	 * Interrupts the thread. May be called from any thread, even before {@link #open()}.
	 * The caller must ensure that this never runs during or after {@link #close()}, when
	 * the interrupt would reach what the thread does next.
	 */
	public void interrupt() {
		this.interrupted = true;
		this.thread.interrupt();
	}

	/**
	 * Returns whether the thread was interrupted by {@link #interrupt()}.
	 * @return whether there is such an interrupt that was not cleared
	 */
	public boolean isInterrupted() {
		return this.interrupted;
	}

	/**
	 * Clears the interrupt that was sent by {@link #interrupt()}, if any.
	 * @return whether there was one
	 */
	public boolean takeInterrupt() {
		if (!this.interrupted) {
			return false;
		}
		this.interrupted = false;
		Thread.interrupted();
		// Another scope may have been interrupted, too. An interrupt that arrives now is
		// seen here, or sets the flag by itself
		for (WorkScope scope = INNERMOST.get(); scope != null; scope = scope.enclosing) {
			if (!scope.closed && scope.interrupted) {
				this.thread.interrupt();
				break;
			}
		}
		return true;
	}

	/**
	 * Leaves the scope, and clears the interrupt that was sent by {@link #interrupt()}.
	 */
	public void close() {
		this.closed = true;
		WorkScope innermost = INNERMOST.get();
		WorkScope left = skipClosed(innermost);
		if (left != innermost) {
			// Null is not removed, as in LeadershipContext
			INNERMOST.set(left);
		}
		takeInterrupt();
	}

	/** Skips closed scopes, because calls may be closed in any order. */
	private static @Nullable WorkScope skipClosed(@Nullable WorkScope innermost) {
		WorkScope scope = innermost;
		while (scope != null && scope.closed) {
			scope = scope.enclosing;
		}
		return scope;
	}

}
