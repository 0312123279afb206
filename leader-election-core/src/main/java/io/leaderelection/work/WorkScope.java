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
 * The work of one thread for a term, for as long as it lasts, and the interrupt that it
 * gets for that. For integrations that guard work; application code uses
 * {@link LeaderElection}.
 * <p>
 * Scopes of a thread lie inside one another, and have one interrupt flag among them. So a
 * scope that takes its interrupt back leaves the thread interrupted if another of its
 * scopes was. Unlike {@link LeadershipContext}, a scope never goes to another thread.
 * <p>
 * Used by its thread alone, but for {@link #interrupt()}, {@link #isOpen()},
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
	 * Creates a scope of the calling thread, which is not inside yet.
	 * @param leadership the term that is worked for
	 */
	public WorkScope(Leadership leadership) {
		this.leadership = leadership;
	}

	/**
	 * Finds the scope of a term that the calling thread is inside, be it the innermost or
	 * not.
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

	/** The thread goes in. */
	public void open() {
		this.enclosing = skipClosed(INNERMOST.get());
		INNERMOST.set(this);
	}

	/**
	 * Whether the thread has not gone out yet. May be asked from any thread.
	 * @return whether it is inside, or has not gone in yet
	 */
	public boolean isOpen() {
		return !this.closed;
	}

	/**
	 * The term of this scope.
	 * @return the term that is worked for
	 */
	public Leadership leadership() {
		return this.leadership;
	}

	/**
	 * The thread of this scope.
	 * @return the thread
	 */
	public Thread thread() {
		return this.thread;
	}

	/**
	 * Interrupts the thread. May be called from any thread, also before {@link #open()};
	 * the caller sees to it that this never runs during or after {@link #close()}, when
	 * it would reach what the thread does next.
	 */
	public void interrupt() {
		this.interrupted = true;
		this.thread.interrupt();
	}

	/**
	 * Whether the thread was interrupted by {@link #interrupt()}.
	 * @return whether there is such an interrupt, not taken back
	 */
	public boolean isInterrupted() {
		return this.interrupted;
	}

	/**
	 * Takes back the interrupt that was sent by {@link #interrupt()}, if any.
	 * @return whether there was one
	 */
	public boolean takeInterrupt() {
		if (!this.interrupted) {
			return false;
		}
		this.interrupted = false;
		Thread.interrupted();
		// It may have been for another scope as well. One that comes now is seen here,
		// or sets the flag by itself
		for (WorkScope scope = INNERMOST.get(); scope != null; scope = scope.enclosing) {
			if (!scope.closed && scope.interrupted) {
				this.thread.interrupt();
				break;
			}
		}
		return true;
	}

	/**
	 * The thread goes out, without the interrupt that was sent by {@link #interrupt()}.
	 */
	public void close() {
		this.closed = true;
		WorkScope innermost = INNERMOST.get();
		WorkScope left = skipClosed(innermost);
		if (left != innermost) {
			// Null stays there, as in LeadershipContext
			INNERMOST.set(left);
		}
		takeInterrupt();
	}

	/** Calls need not be closed in the order in which they nest. */
	private static @Nullable WorkScope skipClosed(@Nullable WorkScope innermost) {
		WorkScope scope = innermost;
		while (scope != null && scope.closed) {
			scope = scope.enclosing;
		}
		return scope;
	}

}
