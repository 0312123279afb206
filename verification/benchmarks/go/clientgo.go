// Copyright 2026 the original author or authors.
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/leaderelection"
	"k8s.io/client-go/tools/leaderelection/resourcelock"
)

type clientGo struct {
	client   kubernetes.Interface
	settings Settings
}

func newClientGo(server, trusted, token string, settings Settings) (Elector, error) {
	client, err := kubernetes.NewForConfig(&rest.Config{
		Host:            server,
		BearerToken:     token,
		TLSClientConfig: rest.TLSClientConfig{CAFile: trusted},
		// Its default of 5 requests a second would delay many elections
		QPS:   1000,
		Burst: 1000,
	})
	return &clientGo{client, settings}, err
}

// The times have the proportions of client-go's defaults: 15, 10 and 2 seconds.
func (elector *clientGo) run(ctx context.Context, name string, begin func(leads func() bool)) error {
	lease := elector.settings.lease
	config := leaderelection.LeaderElectionConfig{
		Lock: &resourcelock.LeaseLock{
			LeaseMeta:  metav1.ObjectMeta{Namespace: "default", Name: name},
			Client:     elector.client.CoordinationV1(),
			LockConfig: resourcelock.ResourceLockConfig{Identity: elector.settings.identity},
		},
		ReleaseOnCancel: true,
		LeaseDuration:   lease,
		RenewDeadline:   lease * 10 / 15,
		RetryPeriod:     lease * 2 / 15,
		Callbacks: leaderelection.LeaderCallbacks{
			OnStartedLeading: func(term context.Context) { begin(func() bool { return term.Err() == nil }) },
			OnStoppedLeading: func() {},
		},
	}
	candidate, err := leaderelection.NewLeaderElector(config)
	if err == nil {
		candidate.Run(ctx)
	}
	return err
}
