export const review = {
  stage: 'Stage',
  assignee: 'Assigned to',
  unassigned: 'Not assigned',
  nobodyFound: 'Nobody who may edit the draft has this name',
  failed: 'This was not changed: {message}',
  assigned: 'Assigned to you',
};
