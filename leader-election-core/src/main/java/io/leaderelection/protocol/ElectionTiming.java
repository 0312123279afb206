/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.protocol;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.leaderelection.store.StoreTraits;
import org.jspecify.annotations.Nullable;

/**
 * The durations of one election. The builder derives those that are not set from the
 * lease duration. Durations that cannot be safe together are rejected.
 *
 * @param lease how long a term lives in the store without renewal
 * @param renewInterval how often the leader renews
 * @param operationTimeout how long a command to the store may take
 * @param safetyMargin how much earlier than in the store the lease ends for the leader,
 * which covers clocks that run at different rates. Half of it is the tolerated difference
 * between ticker and wall clock
 * @param retryInterval the polling interval when neither the end of the lease nor a
 * notification is known
 * @param drainTimeout how long a voluntary handover waits for running work
 * @param coolDown how long a candidate that stepped down does not contend
 */
public record ElectionTiming(Duration lease, Duration renewInterval, Duration operationTimeout, Duration safetyMargin,
		Duration retryInterval, Duration drainTimeout, Duration coolDown) {

	private static final Duration DEFAULT_LEASE = Duration.ofSeconds(15);

	private static final Duration LONGEST_OPERATION_TIMEOUT = Duration.ofSeconds(3);

	private static final Duration LONGEST_RETRY_INTERVAL = Duration.ofSeconds(2);

	private static final Duration LONGEST = Duration.ofDays(365);

	/**
	 * The smallest safety margin: half of it must be much more than the resolution of the
	 * wall clock.
	 */
	private static final Duration SHORTEST_MARGIN = Duration.ofMillis(20);

	private static final long NANOS_PER_SECOND = 1_000_000_000;

	/**
	 * Checks the durations.
	 * @throws InvalidTimingException if they cannot be safe; the message names every
	 * wrong value and the remedy
	 */
	public ElectionTiming {
		List<String> problems = new ArrayList<>();
		positive(problems, "lease-duration", lease);
		positive(problems, "renew-interval", renewInterval);
		positive(problems, "operation-timeout", operationTimeout);
		positive(problems, "safety-margin", safetyMargin);
		positive(problems, "retry-interval", retryInterval);
		positive(problems, "drain-timeout", drainTimeout);
		if (coolDown.isNegative() || coolDown.compareTo(LONGEST) > 0) {
			problems.add("cool-down is " + text(coolDown) + ". Use a duration between 0s and 365d");
		}
		if (problems.isEmpty()) {
			if (safetyMargin.compareTo(SHORTEST_MARGIN) < 0) {
				problems
					.add("safety-margin is " + text(safetyMargin) + ", of which half is how far ticker and wall clock "
							+ "may part, but the wall clock counts whole milliseconds. Use at least "
							+ text(SHORTEST_MARGIN)
							+ ", and a lease-duration that leaves room for it, or leave both unset");
			}
			if (lease.toNanosPart() % 1_000_000 != 0) {
				problems.add("lease-duration is " + text(lease) + ". Use whole milliseconds");
			}
			if (renewInterval.plus(renewInterval).compareTo(lease) >= 0) {
				problems.add("renew-interval (" + text(renewInterval) + ") must be less than half of lease-duration ("
						+ text(lease) + "), so that one failed renewal does not end a term. Lower renew-interval below "
						+ text(part(lease, 2)) + " or leave it unset");
			}
			Duration sum = renewInterval.plus(operationTimeout).plus(operationTimeout).plus(safetyMargin);
			if (sum.compareTo(lease) > 0) {
				problems.add("renew-interval (" + text(renewInterval) + ") + 2 x operation-timeout ("
						+ text(operationTimeout) + ") + safety-margin (" + text(safetyMargin) + ") is " + text(sum)
						+ ", which is more than lease-duration (" + text(lease)
						+ "): the lease could run out before a second try. Raise lease-duration to at least "
						+ text(sum) + ", or lower the others or leave them unset");
			}
		}
		if (!problems.isEmpty()) {
			throw new InvalidTimingException(problems);
		}
	}

	/**
	 * Returns a builder that derives all durations.
	 * @return a builder with nothing set
	 */
	public static Builder builder() {
		return new Builder();
	}

	/**
	 * Returns the difference between ticker and wall clock above which the term must be
	 * confirmed.
	 * @return half of the safety margin
	 */
	public Duration clockTolerance() {
		return part(this.safetyMargin, 2);
	}

	/**
	 * Checks that a store supports the lease duration.
	 * @param traits the store
	 * @return this
	 * @throws InvalidTimingException if it does not
	 */
	public ElectionTiming checkedFor(StoreTraits traits) {
		if (this.lease.compareTo(traits.smallestLease()) < 0 || this.lease.compareTo(traits.largestLease()) > 0) {
			throw new InvalidTimingException(List.of("lease-duration is " + text(this.lease) + ", but the store '"
					+ traits.name() + "' keeps leases between " + text(traits.smallestLease()) + " and "
					+ text(traits.largestLease()) + ". Use a duration between them"));
		}
		return this;
	}

	private static void positive(List<String> problems, String name, Duration value) {
		if (value.isZero() || value.isNegative() || value.compareTo(LONGEST) > 0) {
			problems.add(name + " is " + text(value) + ". Use a duration above 0s and up to 365d");
		}
	}

	/**
	 * Divides like {@link Duration#dividedBy(long)}, but without {@code BigDecimal},
	 * which noticeably delays the start of an application.
	 */
	private static Duration part(Duration whole, int parts) {
		long rest = whole.getSeconds() % parts * NANOS_PER_SECOND + whole.getNano();
		return Duration.ofSeconds(whole.getSeconds() / parts, rest / parts);
	}

	private static String text(Duration duration) {
		if (duration.compareTo(LONGEST) > 0 || duration.compareTo(LONGEST.negated()) < 0
				|| duration.toNanosPart() % 1_000_000 != 0) {
			return duration.toString();
		}
		long millis = duration.toMillis();
		return (millis % 1000 == 0) ? millis / 1000 + "s" : millis + "ms";
	}

	/**
	 * Builder that derives the durations that are not set.
	 */
	public static final class Builder {

		private @Nullable Duration lease;

		private @Nullable Duration renewInterval;

		private @Nullable Duration operationTimeout;

		private @Nullable Duration safetyMargin;

		private @Nullable Duration retryInterval;

		private @Nullable Duration drainTimeout;

		private @Nullable Duration coolDown;

		private Builder() {
		}

		/**
		 * Sets the lease duration.
		 * @param lease the duration, or {@code null} for 15 s
		 * @return this
		 */
		public Builder lease(@Nullable Duration lease) {
			this.lease = lease;
			return this;
		}

		/**
		 * Sets the renew interval.
		 * @param renewInterval the duration, or {@code null} for a third of the lease
		 * @return this
		 */
		public Builder renewInterval(@Nullable Duration renewInterval) {
			this.renewInterval = renewInterval;
			return this;
		}

		/**
		 * Sets the operation timeout.
		 * @param operationTimeout the duration, or {@code null} for a fifth of the lease,
		 * at most 3 s
		 * @return this
		 */
		public Builder operationTimeout(@Nullable Duration operationTimeout) {
			this.operationTimeout = operationTimeout;
			return this;
		}

		/**
		 * Sets the safety margin.
		 * @param safetyMargin the duration, or {@code null} for a tenth of the lease, at
		 * least 20 ms
		 * @return this
		 */
		public Builder safetyMargin(@Nullable Duration safetyMargin) {
			this.safetyMargin = safetyMargin;
			return this;
		}

		/**
		 * Sets the retry interval.
		 * @param retryInterval the duration, or {@code null} for a third of the lease, at
		 * most 2 s
		 * @return this
		 */
		public Builder retryInterval(@Nullable Duration retryInterval) {
			this.retryInterval = retryInterval;
			return this;
		}

		/**
		 * Sets the drain timeout.
		 * @param drainTimeout the duration, or {@code null} for 20 s
		 * @return this
		 */
		public Builder drainTimeout(@Nullable Duration drainTimeout) {
			this.drainTimeout = drainTimeout;
			return this;
		}

		/**
		 * Sets the cool-down.
		 * @param coolDown the duration, or {@code null} for 5 s
		 * @return this
		 */
		public Builder coolDown(@Nullable Duration coolDown) {
			this.coolDown = coolDown;
			return this;
		}

		/**
		 * Derives the durations that are not set.
		 * @return the timing
		 * @throws InvalidTimingException if it cannot be safe
		 */
		public ElectionTiming build() {
			Duration lease = orElse(this.lease, DEFAULT_LEASE);
			Duration third = part(lease, 3);
			return new ElectionTiming(lease, orElse(this.renewInterval, third),
					orElse(this.operationTimeout, shorter(part(lease, 5), LONGEST_OPERATION_TIMEOUT)),
					orElse(this.safetyMargin, longer(part(lease, 10), SHORTEST_MARGIN)),
					orElse(this.retryInterval, shorter(third, LONGEST_RETRY_INTERVAL)),
					orElse(this.drainTimeout, Duration.ofSeconds(20)), orElse(this.coolDown, Duration.ofSeconds(5)));
		}

		private static Duration orElse(@Nullable Duration value, Duration other) {
			return (value != null) ? value : other;
		}

		private static Duration longer(Duration one, Duration other) {
			return (one.compareTo(other) >= 0) ? one : other;
		}

		private static Duration shorter(Duration one, Duration other) {
			return (one.compareTo(other) <= 0) ? one : other;
		}

	}

}
