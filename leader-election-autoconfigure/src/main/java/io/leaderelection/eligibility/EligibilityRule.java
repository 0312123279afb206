/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.eligibility;

import java.time.Duration;
import java.util.List;

/**
 * What makes an instance eligible to lead an election.
 *
 * @param healthNames names of health contributors and groups, all of which must be
 * healthy
 * @param ineligibleAfter how long they may be unhealthy
 */
public record EligibilityRule(List<String> healthNames, Duration ineligibleAfter) {

	public EligibilityRule {
		healthNames = List.copyOf(healthNames);
	}

}
