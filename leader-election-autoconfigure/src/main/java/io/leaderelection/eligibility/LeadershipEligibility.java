/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

/**
 * Decides whether this instance is eligible to lead. Beans of this type are called
 * regularly, on a thread that does not renew leases; if there are several, all must
 * agree. An instance that has not been eligible for {@code ineligible-after} hands over
 * and observes. It contends again as soon as it is eligible.
 */
@FunctionalInterface
public interface LeadershipEligibility {

	/**
	 * Returns whether this instance is eligible to lead. May block. An answer that takes
	 * longer than {@code ineligible-after} counts as negative, and so does an exception.
	 * @param election the name of the election
	 * @return {@code true} if it is eligible
	 */
	boolean isEligible(String election);

}
