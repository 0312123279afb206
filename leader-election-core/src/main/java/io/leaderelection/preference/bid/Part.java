/*
 * Copyright 2026 the original author or authors.
 * SPDX-License-Identifier: Apache-2.0
 */

package io.leaderelection.preference.bid;

import java.util.Comparator;

/**
 * The elections of a group that an instance leads or bids for.
 */
record Part(String instance, String group) {

	static final Comparator<Part> ORDER = Comparator.comparing(Part::instance).thenComparing(Part::group);

}
