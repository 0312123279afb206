/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.TreeMap;

import io.leaderelection.Leader;
import io.leaderelection.protocol.Preference;
import org.jspecify.annotations.Nullable;

/**
 * Shares out what each other instance leads, for the case that it stops or dies: among
 * the instances that remain, so that all lead as many as the others. All instances come
 * to the same result from the same records, and let the heir of an election go first.
 * Otherwise they would race for the elections of an instance that stops, and have to even
 * out afterwards what each of them won.
 * <p>
 * Elections are shared out when no leader has changed for a while, because only then all
 * instances have seen the same. Until then the former result counts, for elections that
 * have had no other leader since.
 */
final class Heirs {

	/** The leaders and instances that were seen last, as a number. */
	private int seen;

	private long seenSince;

	private boolean sharedOut;

	/** The leaders of the elections whose heir is another instance. */
	private Map<Bidding, String> ofOthers = Map.of();

	/**
	 * Shares out again if nothing has changed for a while, but something before.
	 * @param period how often each instance observes the leaders, in nanoseconds
	 */
	void look(List<? extends Seat> seats, Census census, long ticker, long period) {
		int now = census.instances().hashCode();
		for (Seat seat : seats) {
			now = 31 * now + Objects.hashCode(leader(seat.bidding(), census));
		}
		if (now != this.seen) {
			this.seen = now;
			this.seenSince = ticker;
			this.sharedOut = false;
		}
		// Half a period more, because others look at another time
		else if (!this.sharedOut && ticker - this.seenSince >= period + period / 2) {
			this.ofOthers = shareOut(seats, census);
			this.sharedOut = true;
		}
	}

	/** Returns whether another instance is to lead it if its leader ends. */
	boolean isOfAnother(Bidding bidding) {
		String leader = this.ofOthers.get(bidding);
		Leader known = bidding.other();
		return leader != null && !bidding.leads() && (known == null || known.id().equals(leader));
	}

	private static @Nullable String leader(Bidding bidding, Census census) {
		Leader other = bidding.other();
		return bidding.leads() ? census.self() : (other != null) ? other.id() : null;
	}

	private static Map<Bidding, String> shareOut(List<? extends Seat> seats, Census census) {
		Map<String, Map<String, List<Bidding>>> led = new HashMap<>();
		for (Seat seat : seats) {
			Bidding bidding = seat.bidding();
			Leader leader = bidding.other();
			if (leader != null && isSpread(bidding, leader)) {
				led.computeIfAbsent(leader.id(), (instance) -> new TreeMap<>())
					.computeIfAbsent(census.group(bidding), (group) -> new ArrayList<>())
					.add(bidding);
			}
		}
		Map<Bidding, String> ofOthers = new HashMap<>();
		led.forEach((leader, groups) -> heirs(leader, groups, census).forEach((bidding, heir) -> {
			if (!heir.equals(census.self())) {
				ofOthers.put(bidding, leader);
			}
		}));
		return ofOthers;
	}

	/** Returns whether leader and follower want an even spread of it. */
	private static boolean isSpread(Bidding bidding, Leader leader) {
		Preference preference = bidding.preference();
		Integer priority = Preference.number(leader.metadata(), Preference.PRIORITY, 0);
		return preference.spread() && priority != null && priority == preference.priority();
	}

	/** Gives each election to the instance that would lead the fewest then. */
	private static Map<Bidding, String> heirs(String leader, Map<String, List<Bidding>> groups, Census census) {
		Map<Bidding, String> heirs = new HashMap<>();
		Map<String, Integer> totals = new HashMap<>();
		for (String instance : census.instances()) {
			if (!instance.equals(leader)) {
				totals.put(instance, census.spread(instance));
			}
		}
		groups.forEach((group, biddings) -> {
			biddings.sort(Comparator.comparing((bidding) -> bidding.bid().election()));
			PriorityQueue<Share> shares = new PriorityQueue<>(Share.FEWEST);
			totals.forEach((instance, total) -> shares.add(new Share(instance, census.spread(instance, group), total)));
			for (Bidding bidding : biddings) {
				Share heir = shares.remove();
				shares.add(heir.more());
				totals.merge(heir.instance(), 1, Integer::sum);
				heirs.put(bidding, heir.instance());
			}
		});
		return heirs;
	}

	/** How many elections an instance leads, of a group and in all. */
	private record Share(String instance, int group, int total) {

		static final Comparator<Share> FEWEST = Comparator.comparingInt(Share::group)
			.thenComparingInt(Share::total)
			.thenComparing(Share::instance);

		Share more() {
			return new Share(this.instance, this.group + 1, this.total + 1);
		}

	}

}
