// Shows the changes of many documents that go on, or have ended, since the user left.
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { jobsQuery } from '../api/bulk.ts';

export const useJobNotices = (): void => {
  // Those that this page starts have their notices.
  const { data: jobs } = useQuery({ ...jobsQuery, staleTime: Infinity });
  useEffect(() => {
    if (jobs === undefined || jobs.length === 0) return;
    void import('../lists/showJob.tsx').then(({ showJob }) => {
      for (const job of jobs) showJob(job);
    });
  }, [jobs]);
};
