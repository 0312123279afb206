/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.simulation;

import java.time.Duration;
import java.util.function.Supplier;

import io.leaderelection.Leader;
import io.leaderelection.protocol.bid.Bidding;
import io.leaderelection.protocol.bid.Distribution;
import io.leaderelection.protocol.bid.Seat;
import io.leaderelection.time.Moment;

/**
 * Rules of priority and spread with one mistake each.
 */
enum BrokenDistribution {

	/** Every bid on record is believed, even of a dead bidder. */
	GHOST_BID_HONOURED(new DistributionSeams() {

		@Override
		public Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
			return new Distribution(self, maxLed, spreadDelay) {

				@Override
				protected boolean counts(Seat seat, Leader bidder, Moment now) {
					return true;
				}

			};
		}

	}),

	/** A leader knows only the bids that it noted itself. */
	BID_CONCEDED_TWICE(new DistributionSeams() {

		@Override
		public long noted(long noted, long wanted) {
			return wanted;
		}

	}),

	/** A leader that handed over does not contend until the bid must be over. */
	CONCEDER_WAITS_FOR_THE_END_OF_THE_BID(new DistributionSeams() {

		@Override
		public Duration away(Duration lease) {
			return lease.multipliedBy(2);
		}

	}),

	/** A conceded election does not count for the bidder until it is known to lead. */
	COUNTS_IGNORE_WHAT_WAS_CONCEDED(new DistributionSeams() {

		@Override
		public Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
			return new Distribution(self, maxLed, spreadDelay) {

				@Override
				protected boolean countsConceded() {
					return false;
				}

			};
		}

	}),

	/**
	 * Only all elections together are spread, whatever elections they are partitions of.
	 */
	GROUPS_IGNORED(new DistributionSeams() {

		@Override
		public Distribution distribution(Supplier<String> self, int maxLed, Duration spreadDelay) {
			return new Distribution(self, maxLed, spreadDelay) {

				@Override
				protected String group(Bidding bidding) {
					return "";
				}

			};
		}

	}),

	/** A leader hands over in the middle of a guarded call. */
	CONCESSION_UNDER_RUNNING_WORK(new DistributionSeams() {

		@Override
		public boolean waitsForWork() {
			return false;
		}

	});

	private final DistributionSeams seams;

	BrokenDistribution(DistributionSeams seams) {
		this.seams = seams;
	}

	DistributionSeams seams() {
		return this.seams;
	}

}
